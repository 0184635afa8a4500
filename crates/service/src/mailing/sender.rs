//! Queues messages and hands them over to the server, one after another.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use class_model::{Facts, MailKind, MessageState, Moment, Outbox, OutgoingMessage, SendingLock};
use class_operations::OpenClass;
use class_operations::mail::{LONGEST_DELAY, queue_messages, queue_reminders, recipient, write_message};
use explain::{Error, Kind};
use locale::text;
use mail::{Connection, Failure, Letter, Link};

use crate::app::{App, ServedClass};
use crate::mail_state::MailState;

/// Interval between looks at deadlines.
const REMINDERS: Duration = Duration::from_mins(1);
/// Interval between looks at a class whose queue failed.
const AGAIN: Duration = Duration::from_secs(30);
/// Factor by which the pause between two tries grows, and its limit, in pauses before the first retry.
const GROWTH: u32 = 2;
const LONGEST_PAUSE: u32 = 64;
/// Maximum number of tries after which a message may have arrived. Then it is given up, so that a server that never
/// confirms does not fill a mailbox.
const MOST_UNCONFIRMED: u32 = 3;
/// Time after which other classes have their turn.
const TURN: Duration = Duration::from_secs(10);
/// The answer shown for a message that was not sent in time.
const GIVEN_UP: &str = "given up after two days";

/// Sends the mail of all classes.
pub(super) struct Sender<'a> {
    app: &'a App,
    state: &'a MailState,
    classes: Vec<ClassMail>,
    connection: Option<Connection<'a>>,
    /// The next moment at which the rate permits a message.
    next: Instant,
    /// While the server cannot be used: the time of the next try, and the number of tries so far.
    pause: Option<(Instant, u32)>,
}

/// The mail of a class.
struct ClassMail {
    place: Arc<ServedClass>,
    open: Option<(Outbox, SendingLock)>,
    /// The revision whose messages are queued.
    queued: Option<i64>,
    reminded: Option<Instant>,
    /// The time of the last failure of the queue.
    failed: Option<Instant>,
}

/// The consequence of a message for the next one.
#[derive(PartialEq, Eq)]
enum Next {
    /// The next message may be sent.
    GoOn,
    /// The server cannot be used now.
    Pause,
}

impl<'a> Sender<'a> {
    pub(super) fn new(app: &'a App, state: &'a MailState) -> Sender<'a> {
        let classes = Vec::new();
        Sender { app, state, classes, connection: None, next: Instant::now(), pause: None }
    }

    /// Queues messages of new events, and sends those that are due.
    pub(super) fn look(&mut self) {
        let mut classes = std::mem::take(&mut self.classes);
        // A class may be made while the service runs.
        for place in self.app.classes() {
            if !classes.iter().any(|known| Arc::ptr_eq(&known.place, place)) {
                classes.push(ClassMail::new(place));
            }
        }
        for class in &mut classes {
            if class.failed.is_some_and(|at| at.elapsed() < AGAIN) {
                continue;
            }
            // A panic must not hold up other classes.
            let looked = catch_unwind(AssertUnwindSafe(|| self.look_at(class)));
            let failed = looked.unwrap_or_else(|_| Err(Error::new(Kind::Host, "an internal error occurred")));
            class.failed = failed.as_ref().err().map(|_| Instant::now());
            if let Err(error) = failed {
                tracing::warn!(
                    class = class.place.name,
                    what = error.what,
                    "cannot send the mail of a class"
                );
                // It is opened anew, to see what is on the disk.
                class.open = None;
            }
        }
        self.classes = classes;
        if let Some(connection) = self.connection.take() {
            connection.close();
        }
    }

    fn look_at(&mut self, class: &mut ClassMail) -> Result<(), Error> {
        let place = Arc::clone(&class.place);
        class.open(self.state.settings.retry_after)?;
        let ClassMail { open: Some((outbox, _)), queued, reminded, .. } = class else { return Ok(()) };
        let revision = place.news().seen_by(None);
        let is_reminding = reminded.is_none_or(|at| at.elapsed() >= REMINDERS);
        // This reads class.toml.
        let current = (*queued != Some(revision) || is_reminding).then(|| place.current().0);
        if let Some(current) = &current {
            queue_messages(current, outbox, Moment::now())?;
            *queued = Some(revision);
        }
        if let Some(current) = current.filter(|_| is_reminding) {
            queue_reminders(&current, outbox, Moment::now())?;
            *reminded = Some(Instant::now());
        }
        if self.pause.is_some_and(|(until, _)| Instant::now() < until) {
            return Ok(());
        }
        let turn = Instant::now();
        while turn.elapsed() < TURN
            && let Some(message) = outbox.next(Moment::now())?
        {
            if !self.wait_for_rate() || self.send(&place, outbox, &message)? == Next::Pause {
                break;
            }
        }
        Ok(())
    }

    /// Waits until the rate permits a message. Returns `false` if the service ends.
    fn wait_for_rate(&self) -> bool {
        while !self.app.stop.load(Ordering::Relaxed) {
            let left = self.next.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            thread::sleep(left.min(Duration::from_millis(100)));
        }
        false
    }

    fn send(
        &mut self,
        place: &ServedClass,
        outbox: &mut Outbox,
        message: &OutgoingMessage,
    ) -> Result<Next, Error> {
        let (class, _) = place.current();
        let facts = class.facts()?;
        let now = Moment::now();
        if message.made.after(LONGEST_DELAY) < now {
            outbox.end(message.number, MessageState::Failed, GIVEN_UP, now)?;
            return Ok(Next::GoOn);
        }
        let to = match recipient(&class, &facts, message, now)? {
            Ok(to) => to,
            Err(why) => {
                outbox.end(message.number, MessageState::Obsolete, &why, now)?;
                return Ok(Next::GoOn);
            }
        };
        let url = format!("{}{}", self.app.url, place.home);
        let is_begun = Cell::new(false);
        let outcome = loop {
            let is_reused = self.connection.is_some();
            let connection = match self.connection.take() {
                Some(connection) => Ok(connection),
                None => Connection::open(&self.state.settings),
            };
            let outcome = connection.and_then(|mut connection| {
                let sent = connection.send(&to.address, || {
                    outbox.begin(message.number, Moment::now())?;
                    is_begun.set(true);
                    write(&class, &facts, message, (&to.name, &to.address), &url)
                });
                if matches!(sent, Ok(_) | Err(Failure::Permanent(_))) {
                    self.connection = Some(connection);
                }
                sent
            });
            // The server may have closed a connection that was idle.
            if !(is_reused && !is_begun.get() && matches!(outcome, Err(Failure::Server(_)))) {
                break outcome;
            }
        };
        self.next = Instant::now() + Duration::from_mins(1) / self.state.settings.per_minute;
        if let Err(Failure::Server(why)) = outcome {
            if is_begun.get() {
                outbox.put_off(message.number, Moment::now(), &why, false, Moment::now())?;
            }
            self.note_trouble(&why);
            return Ok(Next::Pause);
        }
        self.pause = None;
        self.state.set_trouble(None);
        self.note(outbox, message, outcome)?;
        Ok(Next::GoOn)
    }

    /// Records the outcome of a try.
    fn note(
        &self,
        outbox: &mut Outbox,
        message: &OutgoingMessage,
        outcome: Result<String, Failure>,
    ) -> Result<(), Error> {
        let (number, now) = (message.number, Moment::now());
        match outcome {
            Ok(answer) => outbox.end(number, MessageState::Sent, &answer, now)?,
            Err(Failure::Permanent(why)) => outbox.end(number, MessageState::Failed, &why, now)?,
            Err(failure) => {
                let is_unconfirmed = matches!(failure, Failure::Unknown(_));
                let pause = millis(grown(self.state.settings.retry_after, message.tries));
                put_off(outbox, message, &failure.to_string(), is_unconfirmed, now.after(pause))?;
            }
        }
        Ok(())
    }

    /// Pauses because the server cannot be used.
    fn note_trouble(&mut self, why: &str) {
        let tries = self.pause.map_or(0, |(_, tries)| tries);
        let until = Instant::now() + grown(self.state.settings.retry_after, tries);
        self.pause = Some((until, tries + 1));
        self.state.set_trouble(Some(why.to_owned()));
    }
}

impl ClassMail {
    fn new(place: &Arc<ServedClass>) -> ClassMail {
        ClassMail { place: Arc::clone(place), open: None, queued: None, reminded: None, failed: None }
    }

    /// Opens the queue, unless it is open or another process sends. Puts messages back that were being sent when an
    /// earlier process was killed: after others, so that a machine that fails again and again does not fail at the same
    /// message.
    fn open(&mut self, retry_after: Duration) -> Result<(), Error> {
        if self.open.is_some() {
            return Ok(());
        }
        let folder = self.place.folder();
        let Some(lock) = Outbox::lock(&folder)? else { return Ok(()) };
        let mut outbox = Outbox::open(&folder)?;
        for message in outbox.interrupted()? {
            let why = "the service ended before the server confirmed it";
            let due = Moment::now().after(millis(grown(retry_after, message.unconfirmed)));
            put_off(&mut outbox, &message, why, true, due)?;
        }
        self.queued = None;
        self.open = Some((outbox, lock));
        Ok(())
    }
}

/// Queues a message again until `due`, or gives it up.
fn put_off(
    outbox: &mut Outbox,
    message: &OutgoingMessage,
    why: &str,
    is_unconfirmed: bool,
    due: Moment,
) -> Result<(), Error> {
    let now = Moment::now();
    let unconfirmed = message.unconfirmed + u32::from(is_unconfirmed);
    let given_up = if is_unconfirmed && (unconfirmed >= MOST_UNCONFIRMED || message.kind == MailKind::Test) {
        Some("it may have arrived, and is not sent again")
    } else if message.made.after(LONGEST_DELAY) < due {
        Some(GIVEN_UP)
    } else {
        None
    };
    match given_up {
        Some(end) => outbox.end(message.number, MessageState::Failed, &format!("{why}; {end}"), now)?,
        None => outbox.put_off(message.number, due, why, is_unconfirmed, now)?,
    }
    Ok(())
}

/// Returns the pause after a number of earlier tries.
fn grown(first: Duration, tries: u32) -> Duration {
    first * GROWTH.saturating_pow(tries).min(LONGEST_PAUSE)
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// Writes the letter of a message.
fn write(
    class: &OpenClass,
    facts: &Facts,
    message: &OutgoingMessage,
    (name, address): (&str, &str),
    url: &str,
) -> Result<Letter, Error> {
    let text = write_message(class, facts, message, url)?;
    // Another link is another message; everything else is the same when it is sent again.
    let id = match message.kind {
        MailKind::Link => format!("{}.{}", message.id, Moment::now().millis()),
        _ => message.id.clone(),
    };
    let footer = text.can_be_switched_off.then(|| {
        let link = Link { label: text!(text.locale, "message-choose"), url: format!("{url}mail") };
        (text!(text.locale, "message-why", class = class.plan.name.as_str()), link)
    });
    Ok(Letter {
        name: name.to_owned(),
        address: address.to_owned(),
        id,
        subject: text.subject,
        paragraphs: text.paragraphs,
        link: Link { label: text.label, url: text.page },
        footer,
        language: text.locale.tag(),
    })
}
