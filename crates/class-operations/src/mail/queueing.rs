//! The messages that events and deadlines lead to.

use std::collections::BTreeSet;

use class_model::{
    Admission, Event, Facts, Hash, MailKind, MessageState, Moment, NewMessage, Outbox, Reader, RecordEntry,
    Student, standing,
};
use explain::Error;

use crate::open_class::OpenClass;

/// Age from which an event leads to no message, and a message is given up, in milliseconds: two days.
pub const LONGEST_DELAY: i64 = 2 * DAY;
/// Time before a deadline at which students without an accepted version are reminded, in milliseconds.
pub(super) const REMINDER: i64 = DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Maximum number of events whose messages are queued in one transaction.
const BATCH: usize = 200;
/// Maximum number of waiting messages that are looked through for a student's link.
const MOST_WAITING: usize = 100_000;

/// Queues the messages of all events since the last call, and moves the queue's position. Events before the first call,
/// and those that are two days old, lead to none.
///
/// # Errors
/// If the record cannot be read, or the queue cannot be written.
pub fn queue_messages(class: &OpenClass, outbox: &mut Outbox, now: Moment) -> Result<(), Error> {
    loop {
        let facts = class.facts()?;
        let known = outbox.position()?;
        let same = |(event, link)| {
            let entry = class.read_record(|record| record.entry(event))?;
            Ok::<_, Error>((event == 0 || entry.is_some_and(|entry| entry.link == link)).then_some(event))
        };
        // A record that does not continue at the position was restored from a backup: its events were sent before.
        let Some(position) = known.map(same).transpose()?.flatten() else {
            let last = class.read_record(|record| record.entry(facts.last_event()))?;
            let link = last.map_or(Hash::from([0; 32]), |last| last.link);
            outbox.queue(&[], Some((facts.last_event(), link)), now)?;
            return Ok(());
        };
        let mut messages = Vec::new();
        let mut end = None;
        for number in (position + 1..).take(BATCH) {
            let Some(entry) = class.read_record(|record| record.entry(number))? else { break };
            end = Some((number, entry.link));
            messages.extend(messages_of(class, &facts, &entry, now)?);
        }
        if end.is_none() {
            return Ok(());
        }
        outbox.queue(&messages, end, now)?;
    }
}

/// Queues reminders for students without an accepted version whose deadline is within 24 hours. A student gets one for
/// each deadline.
///
/// # Errors
/// If the record cannot be read, or the queue cannot be written.
pub fn queue_reminders(class: &OpenClass, outbox: &mut Outbox, now: Moment) -> Result<(), Error> {
    let facts = class.facts()?;
    if facts.closed().is_some() || !facts.sends_mail(MailKind::Deadline) {
        return Ok(());
    }
    let mut messages = Vec::new();
    for contender in facts.contenders() {
        let standing = standing(&class.plan, &facts, &contender);
        let due = standing.deadline.due();
        if now > due || now < due.after(-REMINDER) || has_accepted(&facts, &contender.who) {
            continue;
        }
        let wanting = contender.members.iter().filter(|student| wants(&facts, student, MailKind::Deadline));
        messages.extend(wanting.map(|student| NewMessage {
            key: format!("deadline {} {}", due.millis(), student.id),
            kind: MailKind::Deadline,
            student: Some(student.id.clone()),
            address: None,
            event: None,
        }));
    }
    if !messages.is_empty() {
        outbox.queue(&messages, None, now)?;
    }
    Ok(())
}

/// Queues personal links for these students, unless a link for them already waits. The links are made when they are
/// sent. Returns the number of queued links.
///
/// # Errors
/// If the queue cannot be read or written.
pub fn queue_links(outbox: &mut Outbox, students: &[&Student], now: Moment) -> Result<usize, Error> {
    let mut waiting = outbox.in_state(MessageState::Waiting, MOST_WAITING)?;
    waiting.extend(outbox.in_state(MessageState::Sending, MOST_WAITING)?);
    let has_one: BTreeSet<&str> = waiting
        .iter()
        .filter(|message| message.kind == MailKind::Link)
        .filter_map(|message| message.student.as_deref())
        .collect();
    let without = students.iter().filter(|student| !has_one.contains(student.id.as_str()));
    let messages: Vec<NewMessage> = without
        .map(|student| NewMessage {
            key: format!("link {} {}", now.millis(), student.id),
            kind: MailKind::Link,
            student: Some(student.id.clone()),
            address: None,
            event: None,
        })
        .collect();
    outbox.queue(&messages, None, now)?;
    Ok(messages.len())
}

/// Queues a test message to an address.
///
/// # Errors
/// If the queue cannot be written.
pub fn queue_test(outbox: &mut Outbox, address: &str, now: Moment) -> Result<(), Error> {
    let message = NewMessage {
        key: format!("test {} {address}", now.millis()),
        kind: MailKind::Test,
        student: None,
        address: Some(address.to_owned()),
        event: None,
    };
    Ok(outbox.queue(&[message], None, now)?)
}

/// Returns the messages that an event leads to.
fn messages_of(
    class: &OpenClass,
    facts: &Facts,
    entry: &RecordEntry,
    now: Moment,
) -> Result<Vec<NewMessage>, Error> {
    let Some((_, event)) = &entry.content else { return Ok(Vec::new()) };
    if entry.at.after(LONGEST_DELAY) < now {
        return Ok(Vec::new());
    }
    let one = |id: &str| facts.student(id).into_iter().collect::<Vec<&Student>>();
    let (kind, to) = match event {
        Event::Announced { section, .. } => {
            let is_meant = |student: &&Student| section.is_none() || student.section == *section;
            (MailKind::Announcement, facts.students().into_iter().filter(is_meant).collect())
        }
        Event::Submitted(submission) if is_refused(&submission.admission) => {
            (MailKind::Refusal, one(&submission.by))
        }
        Event::Decided(decision) if is_refused(&decision.admission) => (MailKind::Refusal, one(&decision.by)),
        Event::TurnedAway(turned_away) => (MailKind::Refusal, one(&turned_away.student)),
        Event::QuestionUpdated(update) if update.step.is_reply() => (MailKind::Reply, one(&update.by)),
        Event::Released { to } if is_news(class, entry.number, *to)? => (MailKind::Results, facts.students()),
        _ => return Ok(Vec::new()),
    };
    if !facts.sends_mail(kind) {
        return Ok(Vec::new());
    }
    let wanting = to.into_iter().filter(|student| wants(facts, student, kind));
    let message = |student: &Student| NewMessage {
        key: format!("event {} {}", entry.number, student.id),
        kind,
        student: Some(student.id.clone()),
        address: None,
        event: Some(entry.number),
    };
    Ok(wanting.map(message).collect())
}

/// Returns `true` if a release shows students results that were hidden from them before.
fn is_news(class: &OpenClass, event: i64, to: Reader) -> Result<bool, Error> {
    if !class.plan.visible.includes(Reader::Participants) {
        return Ok(false);
    }
    if to == Reader::Participants {
        return Ok(true);
    }
    // After a release to participants, one to all is no news to them.
    for number in (1..event).rev() {
        let entry = class.read_record(|record| record.entry(number))?;
        match entry.and_then(|entry| entry.content) {
            Some((_, Event::Frozen)) => return Ok(true),
            Some((_, Event::Released { .. })) => return Ok(false),
            _ => {}
        }
    }
    Ok(false)
}

fn is_refused(admission: &Admission) -> bool {
    matches!(admission, Admission::Refused { .. })
}

/// Returns `true` if a version of a student or a team was accepted.
pub(super) fn has_accepted(facts: &Facts, who: &class_model::ContenderId) -> bool {
    facts.submissions_of(who).any(|(_, one)| matches!(one.admission, Admission::Accepted { .. }))
}

/// Returns `true` if a student takes part, has an address, and wants mail of a kind.
fn wants(facts: &Facts, student: &Student, kind: MailKind) -> bool {
    facts.withdrawal(&student.id).is_none() && student.email.is_some() && facts.wants_mail(&student.id, kind)
}
