//! A net: ends workers that never answer.

use std::io;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How often the deadlines are looked at. They are minutes away.
const PERIOD: Duration = Duration::from_secs(30);

/// Ends workers whose deadlines have passed, or all of them at once.
pub(crate) struct Watch {
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    watched: Mutex<Watched>,
    changed: Condvar,
}

#[derive(Default)]
struct Watched {
    lives: Vec<Weak<Life>>,
    is_over: bool,
}

/// A worker's process, as whoever may end it sees it.
pub(crate) struct Life {
    child: Mutex<Child>,
    /// When its task is to be done.
    deadline: Mutex<Option<Instant>>,
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// When the operating system refuses a thread.
    pub(crate) fn start() -> io::Result<Watch> {
        let state = Arc::new(State::default());
        let watched = Arc::clone(&state);
        let thread = thread::Builder::new().name("watch".to_owned()).spawn(move || watched.run())?;
        Ok(Watch { state, thread: Some(thread) })
    }

    /// Watches a worker's process from now on. Once everything is over it is ended at once.
    pub(crate) fn over(&self, child: Child) -> Arc<Life> {
        let life = Arc::new(Life { child: Mutex::new(child), deadline: Mutex::new(None) });
        let mut watched = locked(&self.state.watched);
        watched.lives.retain(|life| life.strong_count() > 0);
        watched.lives.push(Arc::downgrade(&life));
        if watched.is_over {
            life.end();
        }
        drop(watched);
        life
    }

    /// Ends every worker, now and from now on: whoever waits for one sees its pipe end.
    pub(crate) fn end_all(&self) {
        let mut watched = locked(&self.state.watched);
        watched.is_over = true;
        self.state.changed.notify_all();
        for life in watched.lives.iter().filter_map(Weak::upgrade) {
            life.end();
        }
    }

    /// Whether every worker was ended.
    pub(crate) fn is_over(&self) -> bool {
        locked(&self.state.watched).is_over
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.end_all();
        if let Some(thread) = self.thread.take() {
            // It does nothing that panics; and if it did, nothing would depend on it any more.
            drop(thread.join());
        }
    }
}

impl State {
    fn run(&self) {
        let mut watched = locked(&self.watched);
        while !watched.is_over {
            watched = self.changed.wait_timeout(watched, PERIOD).unwrap_or_else(PoisonError::into_inner).0;
            let now = Instant::now();
            for life in watched.lives.iter().filter_map(Weak::upgrade) {
                if locked(&life.deadline).is_some_and(|deadline| deadline < now) {
                    life.end();
                }
            }
        }
    }
}

impl Life {
    /// Sets when its task is to be done; `None` while it has none.
    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        *locked(&self.deadline) = deadline;
    }

    /// Whether its deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        locked(&self.deadline).is_some_and(|deadline| deadline < Instant::now())
    }

    /// Kills the process.
    pub(crate) fn end(&self) {
        // One that has ended already needs nothing.
        drop(locked(&self.child).kill());
    }

    /// Kills the process, unless it has ended, and waits for it. Returns how it ended, in words.
    pub(crate) fn ended(&self) -> String {
        let mut child = locked(&self.child);
        drop(child.kill());
        child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        locked(&self.child).id()
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        self.ended();
    }
}

/// What is behind these locks is a handle or a moment, which no panic leaves half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
