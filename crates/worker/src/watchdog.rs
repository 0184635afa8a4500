//! A safety net that ends workers that never answer.

use std::io;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Interval between checks of the workers. Their deadlines are minutes away.
const PERIOD: Duration = Duration::from_secs(30);
/// A worker with a task that used no processor time in this number of checks stands still: it was stopped, or waits
/// in vain. Checks are counted, not time, because this process itself may have been stopped.
const MOST_IDLE_LOOKS: u32 = 4;

/// Ends workers that are overdue or stopped, or all of them at once.
pub(crate) struct Watchdog {
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    watched: Mutex<WatchedWorkers>,
    changed: Condvar,
}

#[derive(Default)]
struct WatchedWorkers {
    lives: Vec<Weak<WorkerLife>>,
    is_over: bool,
}

/// A worker's process, as shared by the threads that may end it.
pub(crate) struct WorkerLife {
    child: Mutex<Child>,
    /// The deadline of its task.
    deadline: Mutex<Option<Instant>>,
    idle: Mutex<IdleChecks>,
    /// `true` while it waits for a reply of this process.
    is_replied_to: AtomicBool,
    /// `true` if it was ended because it stands still.
    stands_still: AtomicBool,
}

/// The number of checks in which a worker has used no processor time.
#[derive(Default)]
struct IdleChecks {
    /// Processor time at the last check, in the system's ticks.
    used: Option<u64>,
    looks: u32,
}

impl Watchdog {
    /// Starts watching.
    ///
    /// # Errors
    /// If the operating system refuses a thread.
    pub(crate) fn start() -> io::Result<Watchdog> {
        Watchdog::looking_every(PERIOD)
    }

    fn looking_every(period: Duration) -> io::Result<Watchdog> {
        let state = Arc::new(State::default());
        let watched = Arc::clone(&state);
        let thread = thread::Builder::new().name("watch".to_owned()).spawn(move || watched.run(period))?;
        Ok(Watchdog { state, thread: Some(thread) })
    }

    /// Watches a worker's process from now on. If all workers were ended, it is ended at once.
    pub(crate) fn over(&self, child: Child) -> Arc<WorkerLife> {
        let life = Arc::new(WorkerLife {
            child: Mutex::new(child),
            deadline: Mutex::new(None),
            idle: Mutex::default(),
            is_replied_to: AtomicBool::new(false),
            stands_still: AtomicBool::new(false),
        });
        let mut watched = locked(&self.state.watched);
        watched.lives.retain(|life| life.strong_count() > 0);
        watched.lives.push(Arc::downgrade(&life));
        if watched.is_over {
            life.end();
        }
        drop(watched);
        life
    }

    /// Ends every worker, now and from now on: a thread that waits for one sees its pipe end.
    pub(crate) fn end_all(&self) {
        let mut watched = locked(&self.state.watched);
        watched.is_over = true;
        self.state.changed.notify_all();
        for life in watched.lives.iter().filter_map(Weak::upgrade) {
            life.end();
        }
    }

    /// Returns `true` if every worker was ended.
    pub(crate) fn is_over(&self) -> bool {
        locked(&self.state.watched).is_over
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.end_all();
        if let Some(thread) = self.thread.take() {
            // The thread does nothing that panics; even if it did, nothing depends on it any more.
            drop(thread.join());
        }
    }
}

impl State {
    fn run(&self, period: Duration) {
        let mut watched = locked(&self.watched);
        while !watched.is_over {
            watched = self.changed.wait_timeout(watched, period).unwrap_or_else(PoisonError::into_inner).0;
            let now = Instant::now();
            for life in watched.lives.iter().filter_map(Weak::upgrade) {
                if locked(&life.deadline).is_some_and(|deadline| deadline < now) {
                    life.end();
                } else if life.is_idle() {
                    life.stands_still.store(true, Ordering::Relaxed);
                    life.end();
                }
            }
        }
    }
}

impl WorkerLife {
    /// Sets the deadline of its task; `None` while it has none.
    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        *locked(&self.deadline) = deadline;
    }

    /// Returns `true` if its deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        locked(&self.deadline).is_some_and(|deadline| deadline < Instant::now())
    }

    /// Notes that it waits for a reply of this process and so does nothing, or no longer waits.
    pub(crate) fn set_replied_to(&self, is_replied_to: bool) {
        self.is_replied_to.store(is_replied_to, Ordering::Relaxed);
    }

    /// Returns `true` if it was ended because it stands still.
    pub(crate) fn stands_still(&self) -> bool {
        self.stands_still.load(Ordering::Relaxed)
    }

    /// Checks its use of processor time. Returns `true` if it has used none for too many checks, although it has a
    /// task.
    fn is_idle(&self) -> bool {
        let has_task = locked(&self.deadline).is_some() && !self.is_replied_to.load(Ordering::Relaxed);
        let used = has_task.then(|| processor_time(self.id())).flatten();
        let mut idle = locked(&self.idle);
        if used.is_none() || used != idle.used {
            *idle = IdleChecks { used, looks: 0 };
            return false;
        }
        idle.looks += 1;
        idle.looks >= MOST_IDLE_LOOKS
    }

    /// Kills the process.
    pub(crate) fn end(&self) {
        // A process that has already ended needs nothing.
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

impl Drop for WorkerLife {
    fn drop(&mut self) {
        self.ended();
    }
}

/// Returns the processor time that a process has used, in the system's ticks; `None` if the system does not report
/// it.
///
/// # Source
/// `proc_pid_stat(5)`: fields 14 and 15, after the name in parentheses.
fn processor_time(process: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(ticks()? + ticks()?)
}

/// Ignores poisoning: these locks protect handles and times, which no panic leaves half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Read;
    use std::process::{Command, Stdio};

    use super::*;

    /// It would otherwise hold its match until the deadline, which is up to 90 minutes away by default.
    #[test]
    fn a_worker_that_was_stopped_is_ended_long_before_its_deadline() {
        let watch = Watchdog::looking_every(Duration::from_millis(30)).unwrap();
        let mut busy = Command::new("sh")
            .args(["-c", "echo; while :; do :; done"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = busy.stdout.take().unwrap();
        output.read_exact(&mut [0]).unwrap();
        let life = watch.over(busy);
        assert!(processor_time(life.id()).is_some());
        let stopped = Command::new("kill").args(["-STOP", &life.id().to_string()]).status().unwrap();
        assert!(stopped.success());
        life.set_deadline(Instant::now().checked_add(Duration::from_hours(1)));
        // Its pipe ends with it.
        assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
        assert!(life.stands_still());
    }

    #[test]
    fn a_worker_without_a_task_or_that_waits_for_a_reply_is_not_idle() {
        let watch = Watchdog::start().unwrap();
        let mut waiting = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let _input = waiting.stdin.take();
        let life = watch.over(waiting);
        let is_idle = || (0..20).any(|_| life.is_idle());
        assert!(!is_idle());
        life.set_deadline(Instant::now().checked_add(Duration::from_hours(1)));
        life.set_replied_to(true);
        assert!(!is_idle());
        life.set_replied_to(false);
        assert!(is_idle());
    }
}
