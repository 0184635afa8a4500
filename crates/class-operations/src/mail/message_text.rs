//! The texts of messages.

use class_model::{
    Access, ContenderId, Event, Facts, MailKind, Moment, OutgoingMessage, Person, PersonalLink, Student,
    TurnedAway, standing,
};
use explain::Error;
use game::visible;
use locale::{Locale, text};

use super::queueing::{REMINDER, has_accepted};
use crate::language::language_of;
use crate::links::{LinksFor, make_links};
use crate::open_class::{OpenClass, find_contender};
use crate::questions::{reply_words, topic_words};

/// The recipient of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipient {
    /// The name; empty if it is not known.
    pub name: String,
    /// The address.
    pub address: String,
}

/// The text of a message. It may contain untrusted texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageText {
    /// The subject.
    pub subject: String,
    /// The paragraphs, of one or more lines.
    pub paragraphs: Vec<String>,
    /// The text of the link below them.
    pub label: String,
    /// The page to open.
    pub page: String,
    /// The language of the message: the one that the student has chosen.
    pub locale: Locale,
    /// `true` if the recipient can switch messages of this kind off.
    pub can_be_switched_off: bool,
}

/// Returns the recipient of a message; or the reason why it is no longer needed.
///
/// # Errors
/// If the class's record cannot be read.
pub fn recipient(
    class: &OpenClass,
    facts: &Facts,
    message: &OutgoingMessage,
    now: Moment,
) -> Result<Result<Recipient, String>, Error> {
    let obsolete = |why: &str| Ok(Err(why.to_owned()));
    if let Some(address) = &message.address {
        return Ok(Ok(Recipient { name: String::new(), address: address.clone() }));
    }
    let id = message.student.as_deref().unwrap_or_default();
    let Some(student) = facts.student(id) else { return obsolete("the student is no longer in the class") };
    let Some(address) = &student.email else { return obsolete("the student has no address") };
    if facts.withdrawal(id).is_some() {
        return obsolete("the student no longer takes part");
    }
    if !facts.sends_mail(message.kind) {
        return obsolete("the teacher has switched these messages off");
    }
    if !facts.wants_mail(id, message.kind) {
        return obsolete("the student has switched these messages off");
    }
    if message.kind == MailKind::Link && message.unconfirmed > 0 && has_used_link(class, message, now)? {
        return obsolete("the student has used the link");
    }
    if message.kind == MailKind::Deadline {
        let contender = find_contender(facts, id)?;
        let due = standing(&class.plan, facts, &contender).deadline.due();
        if facts.closed().is_some()
            || due < now
            || now < due.after(-REMINDER)
            || has_accepted(facts, &contender.who)
        {
            return obsolete("the deadline has passed or was moved, or a version was accepted");
        }
    }
    if message.kind == MailKind::Announcement && announced(facts, message.event).is_none() {
        return obsolete("the announcement was taken back");
    }
    let Some(event) = message.event else {
        return Ok(Ok(Recipient { name: student.name.clone(), address: address.clone() }));
    };
    let Some((_, of)) = event_of(class, event)? else { return obsolete("the event was deleted") };
    if message.kind == MailKind::Refusal {
        let since = match of {
            Event::Decided(decision) => facts.event_of_submission(decision.submission).unwrap_or(event),
            _ => event,
        };
        let is_since = |number: u32| facts.event_of_submission(number).is_some_and(|own| own >= since);
        let who = ContenderId::for_student(student);
        if facts.submissions_of(&who).any(|(number, one)| one.module().is_some() && is_since(number)) {
            return obsolete("a version was accepted since");
        }
    }
    Ok(Ok(Recipient { name: student.name.clone(), address: address.clone() }))
}

/// Returns `true` if a student has used a link since its message was queued: an unconfirmed message has arrived.
fn has_used_link(class: &OpenClass, message: &OutgoingMessage, now: Moment) -> Result<bool, Error> {
    let Some(access) = Access::open_if_there(&class.folder)? else { return Ok(false) };
    let own = |link: &PersonalLink| matches!(&link.person, Person::Student { id } if Some(id) == message.student.as_ref());
    let link = access.links(now)?.into_iter().find(own);
    Ok(link.is_some_and(|link| link.made >= message.made && link.used.is_some()))
}

/// Writes a message. `url` is the address of the class, with a slash at its end. The message with a personal link makes
/// the link, which ends the student's earlier one.
///
/// # Errors
/// If the class cannot be read, or a link cannot be made.
pub fn write_message(
    class: &OpenClass,
    facts: &Facts,
    message: &OutgoingMessage,
    url: &str,
) -> Result<MessageText, Error> {
    let title = visible(&class.plan.name);
    let student = message.student.as_deref().and_then(|id| facts.student(id));
    let locale = student.and_then(|student| language_of(facts, &student.id)).unwrap_or_default();
    let hello = student.map(|student| text!(locale, "message-hello", name = student.name.trim()));
    let mut text = MessageText {
        subject: String::new(),
        paragraphs: hello.into_iter().collect(),
        label: text!(locale, "message-open", class = title.as_str()),
        page: url.to_owned(),
        locale,
        can_be_switched_off: MailKind::SWITCHED.contains(&message.kind),
    };
    let subject = match message.kind {
        MailKind::Test => {
            text.paragraphs.push(text!(locale, "message-test", class = title.as_str()));
            text!(locale, "message-test-subject")
        }
        MailKind::Link => {
            let id = message.student.clone().unwrap_or_default();
            let mut made = make_links(class, &LinksFor::Students(vec![id]), url)?;
            text.page = made.links.pop().map(|link| link.address).unwrap_or_default();
            text.label = text!(locale, "sign-in");
            let name = student.map_or("", |student| student.name.trim());
            text.paragraphs.push(text!(locale, "message-link", class = title.as_str(), name = name));
            text!(locale, "message-link-subject")
        }
        MailKind::Results => {
            text.paragraphs.push(text!(locale, "message-results", class = title.as_str()));
            text.label = text!(locale, "message-results-open");
            text!(locale, "message-results-subject")
        }
        MailKind::Deadline => {
            let id = message.student.as_deref().unwrap_or_default();
            let contender = find_contender(facts, id)?;
            let due = standing(&class.plan, facts, &contender).deadline.due();
            let (due, zone) = (locale.time(&class.plan.zone.show_deadline(due)), class.plan.zone.name());
            let members = contender.members.len();
            text.paragraphs.push(text!(
                locale,
                "message-deadline",
                due = due,
                zone = zone,
                members = members
            ));
            text.label = text!(locale, "hand-in");
            text!(locale, "message-deadline-subject")
        }
        MailKind::Announcement => {
            let announced = announced(facts, message.event).unwrap_or_default();
            text.paragraphs.push(announced.to_owned());
            text!(
                locale,
                "message-announcement-subject",
                first = announced.lines().next().unwrap_or_default().trim()
            )
        }
        MailKind::Reply => {
            let (_, event) = its_event(class, message)?;
            of_reply(facts, event, &mut text)
        }
        MailKind::Refusal => {
            let (number, event) = its_event(class, message)?;
            of_refusal(facts, student, number, event, &mut text)
        }
    };
    text.subject = format!("[{title}] {subject}");
    Ok(text)
}

/// Returns the current text of an announcement; `None` if it was taken back.
fn announced(facts: &Facts, event: Option<i64>) -> Option<&str> {
    let mut all = facts.announcements().iter();
    all.find(|one| Some(one.what.event) == event).map(|one| one.what.text.as_str())
}

/// Returns the event that led to a message.
fn its_event(class: &OpenClass, message: &OutgoingMessage) -> Result<(i64, Event), Error> {
    let event = message.event.map(|event| event_of(class, event)).transpose()?.flatten();
    event.ok_or_else(|| Error::input("the event of a message was deleted"))
}

/// Adds the text of a reply to a question, and returns the subject.
fn of_reply(facts: &Facts, event: Event, text: &mut MessageText) -> String {
    let locale = text.locale;
    let Event::QuestionUpdated(update) = event else { return text!(locale, "message-reply-subject") };
    let Some(asked) = facts.question(update.question) else { return text!(locale, "message-reply-subject") };
    let (subject, about) = (reply_words(&asked.what, &update.step), topic_words(&asked.what.question.about));
    let subject = locale.translated(&subject);
    let topic = locale.translated(&about);
    text.paragraphs.push(text!(locale, "message-reply", subject = subject.as_str(), topic = topic));
    text.paragraphs.push(update.text);
    text.label = text!(locale, "message-reply-open", number = update.question);
    text.page = format!("{}questions/{}", text.page, update.question);
    subject
}

/// Adds the text of a refusal, and returns the subject.
fn of_refusal(
    facts: &Facts,
    student: Option<&Student>,
    number: i64,
    event: Event,
    text: &mut MessageText,
) -> String {
    let locale = text.locale;
    match event {
        Event::TurnedAway(TurnedAway { files, why, .. }) => {
            let files = files.iter().map(|file| visible(file)).collect::<Vec<_>>().join(", ");
            text.paragraphs.push(text!(locale, "message-not-taken", files = files));
            text.paragraphs.push(locale.translated(&why));
            text.paragraphs.extend(student.map(|student| accepted_note(facts, student, locale)));
            text!(locale, "message-not-taken-subject")
        }
        event => {
            let submission = match &event {
                Event::Decided(decision) => Some(decision.submission),
                _ => facts.submission_of_event(number),
            };
            let found = submission.and_then(|number| Some((number, facts.submission(number)?)));
            let Some((number, one)) = found else { return text!(locale, "message-refused-subject") };
            let file = visible(&one.file);
            text.paragraphs.push(text!(locale, "message-refused", number = number, file = file));
            text.paragraphs.extend(one.reasons().into_iter().map(|reason| locale.translated(reason)));
            text.paragraphs.extend(student.map(|student| accepted_note(facts, student, locale)));
            text.label = text!(locale, "message-refused-open", number = number);
            text.page = format!("{}submissions/{number}", text.page);
            text!(locale, "message-refused-number-subject", number = number)
        }
    }
}

/// Says whether a student has an accepted version in spite of a refusal.
fn accepted_note(facts: &Facts, student: &Student, locale: Locale) -> String {
    let who = ContenderId::for_student(student);
    if has_accepted(facts, &who) {
        text!(locale, "message-others-accepted")
    } else {
        text!(locale, "message-none-accepted")
    }
}

/// Returns an event that leads to messages, with its number; `None` if it was deleted.
fn event_of(class: &OpenClass, number: i64) -> Result<Option<(i64, Event)>, Error> {
    let entry = class.read_record(|record| record.entry(number))?;
    Ok(entry.and_then(|entry| entry.content).map(|(_, event)| (number, event)))
}
