//! Mail to the students of a class: the messages that events lead to, their texts, and the switches of each kind.
//!
//! The caller sends them: [`queue_messages`] fills the class's [`Outbox`](class_model::Outbox), [`recipient`] and
//! [`write_message`] say to whom and what.

mod message_text;
mod queueing;

use class_model::{Event, MailKind, MailSwitch};
use explain::Error;

pub use self::message_text::{MessageText, Recipient, recipient, write_message};
pub use self::queueing::{LONGEST_DELAY, queue_links, queue_messages, queue_reminders, queue_test};
use crate::open_class::{OpenClass, find_student};
use crate::warning::Warning;

/// A switch of one kind of mail.
#[derive(Clone, Debug)]
pub struct SwitchMail {
    /// The id of the student for whom it is switched; `None` for the whole class.
    pub student: Option<String>,
    /// The kind of mail.
    pub kind: MailKind,
    /// `true` to send it from now on.
    pub is_on: bool,
}

/// Switches kinds of mail on or off. Only changes are recorded.
///
/// # Errors
/// If there is no such student, or the class's record cannot be written.
pub fn switch_mail(class: &OpenClass, switches: &[SwitchMail]) -> Result<Vec<Warning>, Error> {
    let recorded = class.write(|facts, _| {
        let mut events = Vec::new();
        for SwitchMail { student, kind, is_on } in switches {
            let before = match student {
                Some(id) => facts.wants_mail(&find_student(facts, id)?.id, *kind),
                None => facts.sends_mail(*kind),
            };
            if before != *is_on {
                let switch = MailSwitch { student: student.clone(), mail: *kind, is_on: *is_on };
                events.push(Event::MailSwitched(switch));
            }
        }
        Ok(events)
    })?;
    Ok(Warning::from_recorded(&recorded))
}

/// Returns the topic of a kind of mail, in words.
pub fn topic(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Announcement => "announcements",
        MailKind::Refusal => "refused hand-ins",
        MailKind::Deadline => "the deadline",
        MailKind::Results => "released results",
        MailKind::Reply => "replies to questions",
        MailKind::Link => "personal links",
        MailKind::Test => "tests",
    }
}
