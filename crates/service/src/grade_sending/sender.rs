//! Hands queued grades over to the course systems, one after another.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use class_model::{GradeColumn, MessageState, Moment, Score, ScoreQueue, SendingLock};
use class_operations::OpenClass;
use explain::{Error, Kind};
use lti::{Address, Column, Failure, ScoreMessage, ServiceClient};

use crate::app::{App, ServedClass};
use crate::course_services::client;

/// Interval between looks at a class whose queue failed.
const AGAIN: Duration = Duration::from_secs(30);
/// Time after which other classes have their turn.
const TURN: Duration = Duration::from_secs(10);
/// The pause after the first failed try, in milliseconds; it doubles with each further one.
const FIRST_PAUSE: i64 = 1000;
/// The longest pause between two tries, in milliseconds.
const LONGEST_PAUSE: i64 = 10 * 60 * 1000;
/// Time after which a grade is given up, in milliseconds: two days.
const GIVEN_UP: i64 = 2 * 24 * 60 * 60 * 1000;
/// Statuses of a column that is gone, and of a grade with too early a time.
const NOT_FOUND: u16 = 404;
const EARLIER: u16 = 409;

/// Sends the grades of all classes.
pub(super) struct Sender<'a> {
    app: &'a App,
    classes: Vec<ClassGrades>,
}

/// The queue of a class.
struct ClassGrades {
    place: Arc<ServedClass>,
    open: Option<(ScoreQueue, SendingLock)>,
    clients: BTreeMap<i64, ServiceClient>,
    /// The times of the next try for course systems that cannot be used, by their numbers.
    pauses: BTreeMap<i64, Moment>,
    /// The time of the last failure of the queue.
    failed: Option<Instant>,
}

impl<'a> Sender<'a> {
    pub(super) fn new(app: &'a App) -> Sender<'a> {
        Sender { app, classes: Vec::new() }
    }

    /// Sends the grades that are due.
    pub(super) fn look(&mut self) {
        // A class may be made while the service runs.
        for place in self.app.classes() {
            if !self.classes.iter().any(|known| Arc::ptr_eq(&known.place, place)) {
                self.classes.push(ClassGrades::new(place));
            }
        }
        for class in &mut self.classes {
            if class.failed.is_some_and(|at| at.elapsed() < AGAIN) {
                continue;
            }
            // A panic must not hold up other classes.
            let looked = catch_unwind(AssertUnwindSafe(|| class.look(self.app)));
            let failed = looked.unwrap_or_else(|_| Err(Error::new(Kind::Host, "an internal error occurred")));
            class.failed = failed.as_ref().err().map(|_| Instant::now());
            if let Err(error) = failed {
                tracing::warn!(
                    class = class.place.name,
                    what = error.what,
                    "cannot send the grades of a class"
                );
                // It is opened anew, to see what is on the disk.
                class.open = None;
            }
        }
    }
}

impl ClassGrades {
    fn new(place: &Arc<ServedClass>) -> ClassGrades {
        let (clients, pauses) = (BTreeMap::new(), BTreeMap::new());
        ClassGrades { place: Arc::clone(place), open: None, clients, pauses, failed: None }
    }

    fn look(&mut self, app: &App) -> Result<(), Error> {
        if self.open.is_none() {
            let folder = self.place.folder();
            let Some(queue) = ScoreQueue::open_if_there(&folder)? else { return Ok(()) };
            let Some(lock) = ScoreQueue::lock(&folder)? else { return Ok(()) };
            self.open.insert((queue, lock)).0.resume()?;
        }
        let Some((queue, _)) = &mut self.open else { return Ok(()) };
        let mut current = None;
        let turn = Instant::now();
        while turn.elapsed() < TURN && !app.stop.load(Ordering::Relaxed) {
            let now = Moment::now();
            self.pauses.retain(|_, until| *until > now);
            let paused: Vec<i64> = self.pauses.keys().copied().collect();
            let Some(score) = queue.next(now, &paused)? else {
                // Access tokens, keys and addresses may change until the next grades.
                self.clients.clear();
                break;
            };
            // This reads class.toml.
            let class = current.get_or_insert_with(|| self.place.current().0);
            self.pauses.extend(send(queue, &mut self.clients, class, &self.place.name, &score)?);
        }
        Ok(())
    }
}

/// Sends a grade and reads it back. Returns the number of a course system that should be left alone, and until when.
fn send(
    queue: &mut ScoreQueue,
    clients: &mut BTreeMap<i64, ServiceClient>,
    class: &OpenClass,
    name: &str,
    score: &Score,
) -> Result<Option<(i64, Moment)>, Error> {
    let Some(column) = queue.column(score.column)? else {
        queue.end(score, MessageState::Obsolete, None, None, Moment::now())?;
        return Ok(None);
    };
    if let Entry::Vacant(entry) = clients.entry(column.system) {
        match client(class, column.system) {
            Ok(client) => {
                entry.insert(client);
            }
            Err(error) => {
                queue.end(score, MessageState::Failed, Some(&error.what), None, Moment::now())?;
                return Ok(None);
            }
        }
    }
    let Some(client) = clients.get(&column.system) else { return Ok(None) };
    let Some(stamp) = queue.begin(score, Moment::now())? else { return Ok(None) };
    let message = ScoreMessage {
        user: score.user.clone(),
        points: score.points,
        maximum: column.maximum,
        at: stamp.to_string(),
    };
    let sent = find(queue, client, name, (score.column, &column))?.and_then(|item| {
        message.send(client, &item)?;
        Ok(item)
    });
    let now = Moment::now();
    match sent {
        Ok(item) => {
            let (note, result) = match message.read_back(client, &item) {
                Ok(result) => (None, result),
                Err(failure) => (Some(format!("sent, but not read back: {failure}")), None),
            };
            queue.end(score, MessageState::Sent, note.as_deref(), result, Moment::now())?;
            Ok(None)
        }
        // The column was deleted in the course system: it is made again.
        Err(Failure::Refused { status: NOT_FOUND, .. }) if column.item.is_some() => {
            queue.set_item(score.column, None)?;
            queue.put_off(score, now, "the column was not found", now)?;
            Ok(None)
        }
        Err(failure) => {
            // The settings of the course system may be corrected until the next try.
            clients.remove(&column.system);
            let until = put_off(queue, score, &failure, now)?;
            Ok(until.map(|until| (column.system, until)))
        }
    }
}

/// Finds or makes the column of a run.
fn find(
    queue: &mut ScoreQueue,
    client: &ServiceClient,
    class: &str,
    (number, column): (i64, &GradeColumn),
) -> Result<Result<Address, Failure>, Error> {
    if let Some(item) = &column.item {
        return Ok(Address::parse(item));
    }
    let GradeColumn { run, label, maximum, .. } = column;
    let wanted = Column { label: label.clone(), maximum: *maximum, resource: format!("{class}/{run}") };
    let found = Address::parse(&column.items).and_then(|items| wanted.find_or_make(client, &items));
    if let Ok(item) = &found {
        queue.set_item(number, Some(item.as_str()))?;
    }
    Ok(found)
}

/// Queues a grade again, or ends it if the course system has refused it for good. Returns the time until which the course
/// system should be left alone.
fn put_off(
    queue: &mut ScoreQueue,
    score: &Score,
    failure: &Failure,
    now: Moment,
) -> Result<Option<Moment>, Error> {
    let why = failure.to_string();
    let is_earlier = matches!(failure, Failure::Refused { status: EARLIER, .. });
    let is_temporary = failure.is_temporary() || is_earlier || matches!(failure, Failure::Answer { .. });
    let wanted = match failure {
        Failure::Refused { retry_after: Some(seconds), .. } => (*seconds).min(24 * 60 * 60) as i64 * 1000,
        _ => 0,
    };
    let grown = FIRST_PAUSE.saturating_mul(1 << score.tries.min(20)).min(LONGEST_PAUSE);
    let due = now.after(grown.max(wanted));
    if is_temporary && due < score.made.after(GIVEN_UP) {
        queue.put_off(score, due, &why, now)?;
        return Ok(Some(due).filter(|_| !is_earlier));
    }
    let end = if is_temporary { "; given up after two days" } else { "" };
    queue.end(score, MessageState::Failed, Some(&format!("{why}{end}")), None, now)?;
    Ok(None)
}
