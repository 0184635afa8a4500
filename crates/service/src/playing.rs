//! What waits in the classes is played, one class after another.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use class::{tasks, waiting};
use classroom::{Judge, OpenClass, lock, now, work};
use explain::{Error, Kind};
use job::Executor;
use ledger::RunLock;

use crate::app::{App, ServedClass};
use crate::news::News;

/// How often it is looked whether something waits.
const LOOK: Duration = Duration::from_millis(250);
/// When something is tried again that could not be done, though nothing has changed.
const AGAIN: Duration = Duration::from_secs(30);

/// Plays what waits until the service ends.
pub(crate) fn play(app: &App, executor: &dyn Executor) {
    let mut classes: Vec<Playing> = app.classes.values().map(Playing::of).collect();
    while !app.stop.load(Ordering::Relaxed) {
        for class in &mut classes {
            class.look(app, executor);
        }
        thread::sleep(LOOK);
    }
}

/// A class that is played.
struct Playing {
    place: Arc<ServedClass>,
    /// The right to play, as long as it is held.
    lock: Option<RunLock>,
    /// What was known when all that could be played was, and when that was.
    done: Option<(News, Instant)>,
}

impl Playing {
    fn of(place: &Arc<ServedClass>) -> Playing {
        Playing { place: Arc::clone(place), lock: None, done: None }
    }

    fn look(&mut self, app: &App, executor: &dyn Executor) {
        let news = *self.place.news.borrow();
        if self.done.is_some_and(|(known, at)| known == news && at.elapsed() < AGAIN) {
            return;
        }
        let (class, _) = self.place.current();
        match self.play(app, &class, executor) {
            Ok(()) => self.place.set_stuck(None),
            Err(error) if error.kind == Kind::Incomplete && app.stop.load(Ordering::Relaxed) => return,
            Err(error) => {
                if self.place.stuck().as_deref() != Some(&*error.what) {
                    tracing::warn!(class = self.place.name, what = error.what, "cannot play what waits");
                }
                self.place.set_stuck(Some(error.what));
            }
        }
        // What was handed in meanwhile is news again.
        self.done = Some((class.facts().map_or(news, |facts| News::of(&facts)), Instant::now()));
    }

    fn play(&mut self, app: &App, class: &OpenClass, executor: &dyn Executor) -> Result<(), Error> {
        let facts = class.facts()?;
        // Whoever else plays for the class is not to begin.
        let lock = match self.lock.take() {
            Some(lock) => lock,
            None => lock(class)?,
        };
        let lock = self.lock.insert(lock);
        let waits = facts.undecided().next().is_some()
            || !tasks(&class.plan, &facts).is_empty()
            || !waiting(&facts, now(&facts)).is_empty();
        if !waits {
            return Ok(());
        }
        let judge = Judge::new(class, &*app.validator, executor)?;
        let place = &self.place;
        work(&judge, lock, &app.stop, &mut |_| {
            if let Ok(facts) = class.facts() {
                place.note(News::of(&facts));
            }
            Ok(())
        })?;
        Ok(())
    }
}
