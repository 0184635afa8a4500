//! Plays the waiting games of all classes, so that short work does not wait for long work.
//!
//! Each kind of work in a class has a thread and a lane of the executor. A verdict comes before the games of a
//! requirement, and these before a tournament. Short work waits only for matches already in progress.

mod drawing;
mod lanes;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use class_model::{HandInLanguage, Order, Submission};
use class_operations::OpenClass;
use class_operations::judging::{Judge, TrialProgress, WorkEvent, WorkKind, count_waiting, work};
use class_operations::orders::{OrderProgress, carry_out};
use explain::{Error, Kind};
use job::{Executor, Validator};
use ledger::RunLock;

use self::drawing::Drawing;
use self::lanes::{Lane, share};
use crate::app::{App, ServedClass};
use crate::live_run::{Change, LiveRun};
use crate::play_kind::PlayKind;

/// Interval between checks for waiting work.
const LOOK: Duration = Duration::from_millis(250);
/// Interval between retries of failed work if nothing has changed.
const AGAIN: Duration = Duration::from_secs(30);

/// Returns the number of matches of a kind that are played per tournament match, while both have waiting matches.
fn weight(kind: PlayKind) -> u32 {
    match kind {
        PlayKind::Work(WorkKind::Validation) => 16,
        PlayKind::Work(WorkKind::Requirements) => 4,
        PlayKind::Work(WorkKind::Scrimmages) | PlayKind::Rejudging => 2,
        PlayKind::Runs => 1,
    }
}

/// Plays waiting games until the service ends.
pub(crate) fn play(app: &App, executor: &dyn Executor) {
    let (lanes, shared) = share(executor);
    thread::scope(|scope| {
        let mut number = 0;
        // A class that is still to be made gets its lanes now.
        let places = app.opened().cloned().map(Some).chain(app.first_run.iter().map(|_| None));
        for place in places {
            for kind in PlayKind::ALL {
                number += 1;
                let lane = lanes.open(number, weight(kind));
                let place = place.clone();
                scope.spawn(move || {
                    if let Some(place) = place.or_else(|| new_class(app)) {
                        Player { place, kind, lane, done: None }.play(app);
                    }
                });
            }
        }
        drop(lanes);
        if let Err(error) = shared.serve() {
            tracing::error!(%error, "no more games are played");
        }
    });
}

/// Waits for the class that is still to be made; `None` if the service ends before.
fn new_class(app: &App) -> Option<Arc<ServedClass>> {
    while !app.stop.load(Ordering::Relaxed) {
        if let Some(class) = app.first_run.as_ref()?.class() {
            return Some(Arc::clone(class));
        }
        thread::sleep(LOOK);
    }
    None
}

/// The revision of a class, and the number of interpreters that are not ready: if either changes, there may be work.
type News = (i64, usize);

/// The player of one kind of work in a class.
struct Player {
    place: Arc<ServedClass>,
    kind: PlayKind,
    lane: Lane,
    /// The news at which all playable work was done, and when that was; `None` at first.
    done: Option<(News, Instant)>,
}

impl Player {
    fn play(mut self, app: &App) {
        while !app.stop.load(Ordering::Relaxed) {
            // A panic must not hold up other work; the work is tried again later.
            if catch_unwind(AssertUnwindSafe(|| self.look(app))).is_err() {
                self.recover(app);
            }
            thread::sleep(LOOK);
        }
    }

    /// Reports a panic and removes the runs that were being played.
    fn recover(&mut self, app: &App) {
        let why = "an internal error occurred; see the service's log";
        self.place.set_stuck(self.kind, Some(why.to_owned()));
        if self.kind == PlayKind::Runs {
            self.place.change_runs(|runs| !std::mem::take(runs).is_empty());
        }
        self.done = Some((self.news(app), Instant::now()));
    }

    fn news(&self, app: &App) -> News {
        (self.place.news().seen_by(None), app.readiness.count())
    }

    fn look(&mut self, app: &App) {
        // Progress of runs and hand-ins alone leaves nothing more to play.
        let news = self.news(app);
        if self.done.is_some_and(|(known, at)| known == news && at.elapsed() < AGAIN) {
            return;
        }
        let (class, _) = self.place.current();
        match self.play_what_waits(app, &class) {
            Ok(()) => drop(self.place.set_stuck(self.kind, None)),
            Err(error) if error.kind == Kind::Incomplete && app.stop.load(Ordering::Relaxed) => return,
            Err(error) => {
                if self.place.set_stuck(self.kind, Some(error.what.clone())) {
                    let (class, kind) = (&self.place.name, self.kind);
                    tracing::warn!(class, %kind, what = error.what, "cannot play waiting games");
                }
            }
        }
        // The revision from before: a later hand-in counts as a change.
        self.done = Some((news, Instant::now()));
    }

    fn play_what_waits(&self, app: &App, class: &OpenClass) -> Result<(), Error> {
        // No other process may play for the class.
        let lock = self.place.take_right(class)?;
        match self.kind {
            PlayKind::Work(kind) => self.work(app, class, kind, &lock),
            PlayKind::Rejudging | PlayKind::Runs => self.carry_out_orders(app, class, &lock),
        }
    }

    fn work(&self, app: &App, class: &OpenClass, kind: WorkKind, lock: &RunLock) -> Result<(), Error> {
        let facts = class.facts()?;
        if count_waiting(class, &facts, kind) == 0 {
            return Ok(());
        }
        let waits = |submission: &Submission| {
            let language = HandInLanguage::from_script(app.validator.language(&submission.file));
            language.is_some_and(|language| app.readiness.is_awaited(language))
        };
        // The request that received a submission decides on it. Others wait for their interpreter.
        let is_taken = |number| self.place.checks.has(number) || facts.submission(number).is_some_and(waits);
        let watch = |trials| self.note_trials(Some(trials));
        let judge = Judge::new(class, &*app.validator, &self.lane)?.without(&is_taken).watched(&watch);
        let mut begun = Instant::now();
        let worked = work(&judge, lock, &[kind], &app.stop, &mut |event| {
            if let WorkEvent::Result(_) | WorkEvent::Scrimmage(_) = event {
                self.place.pace.note(kind, begun.elapsed());
                begun = Instant::now();
            }
            self.note(class);
            Ok(())
        });
        if kind == WorkKind::Validation {
            self.note_trials(None);
        }
        worked.map(drop)
    }

    /// Shows the progress of trial matches on pages.
    fn note_trials(&self, trials: Option<TrialProgress>) {
        if self.place.checks.set_trials(trials) {
            self.place.note_step();
        }
    }

    /// Carries out the orders of this kind. An order that fails does not hold up others.
    fn carry_out_orders(&self, app: &App, class: &OpenClass, lock: &RunLock) -> Result<(), Error> {
        let facts = class.facts()?;
        let orders = facts.open_orders().filter(|(_, order)| PlayKind::from_order(&order.what) == self.kind);
        let mut failed = Ok(());
        for (number, order) in orders {
            if app.stop.load(Ordering::Relaxed) {
                break;
            }
            let carried_out = self.carry_out(app, class, (number, &order.what), lock);
            failed = failed.and(carried_out);
        }
        failed
    }

    fn carry_out(
        &self,
        app: &App,
        class: &OpenClass,
        (number, order): (u32, &Order),
        lock: &RunLock,
    ) -> Result<(), Error> {
        let stop = Arc::new(AtomicBool::new(false));
        self.place.begin_order(number, Arc::clone(&stop));
        // The service may have ended before the flag was registered.
        stop.fetch_or(app.stop.load(Ordering::Relaxed), Ordering::Relaxed);
        let metrics = class.plan.game.metrics();
        let place = OnceLock::new();
        let players = (&*app.validator as &dyn Validator, &self.lane as &dyn Executor);
        let (changed, changes) = sync_channel(1);
        let carried_out = thread::scope(|scope| {
            let drawing = Drawing { served: &self.place, class, place: &place };
            scope.spawn(move || drawing.follow(&changes));
            // Dropped when the games end, which also ends the drawing.
            let changed = changed;
            carry_out(class, (number, order), players, lock, &stop, &mut |progress| {
                let event = match progress {
                    OrderProgress::Run(event) => event,
                    OrderProgress::Verified { matches } => return self.place.note_verified(number, matches),
                };
                let place = place.get_or_init(|| event.place.to_owned());
                let mut change = Change::None;
                self.place.change_runs(|runs| {
                    let run = runs.entry(place.clone()).or_insert_with(|| LiveRun::new(place));
                    change = run.add(&event, metrics);
                    change == Change::Stage
                });
                if change != Change::None {
                    // One pending wake-up is enough.
                    let _ = changed.try_send(());
                }
            })
        });
        self.place.end_order(number);
        self.place.change_runs(|runs| place.get().and_then(|place| runs.remove(place)).is_some());
        self.note(class);
        for warning in carried_out? {
            tracing::warn!(class = self.place.name, %warning, "a run");
        }
        Ok(())
    }

    /// Wakes all followers if there is news.
    fn note(&self, class: &OpenClass) {
        if let Ok(facts) = class.facts() {
            self.place.note(&facts);
        }
    }
}
