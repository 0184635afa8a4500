//! Messages of the queue.

use rusqlite::Row;

use super::MailKind;
use crate::Moment;

pub(super) const SELECT: &str = "SELECT number, id, kind, student, address, event, made, state, tries, unconfirmed, due, changed, answer FROM message";

/// A message to queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMessage {
    /// The key, which no other message has: the reason for the message and its recipient.
    pub key: String,
    /// The kind of mail.
    pub kind: MailKind,
    /// The id of the recipient; `None` for a test.
    pub student: Option<String>,
    /// The address of a test.
    pub address: Option<String>,
    /// The number of the event that is the reason; `None` for other reasons.
    pub event: Option<i64>,
}

/// A message of the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingMessage {
    /// Its number in the queue, from 1.
    pub number: i64,
    /// Random digits that identify it.
    pub id: String,
    /// The kind of mail.
    pub kind: MailKind,
    /// The id of the recipient; `None` for a test.
    pub student: Option<String>,
    /// The address of a test.
    pub address: Option<String>,
    /// The number of the event that is the reason; `None` for other reasons.
    pub event: Option<i64>,
    /// Time at which it was queued.
    pub made: Moment,
    /// The state.
    pub state: MessageState,
    /// Number of tries to send it.
    pub tries: u32,
    /// Number of tries after which it may have arrived.
    pub unconfirmed: u32,
    /// The time of the next try.
    pub due: Moment,
    /// Time of the last change.
    pub changed: Moment,
    /// The server's last answer, or the reason why it was not sent.
    pub answer: Option<String>,
}

/// The state of a message, or of a score for the course system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MessageState {
    /// It waits for its first or next try.
    Waiting,
    /// Its text is being sent, or was when the process was killed.
    Sending,
    /// The server has it.
    Sent,
    /// The server refused it for good, or it was given up.
    Failed,
    /// It is no longer needed.
    Obsolete,
}

impl MessageState {
    const ALL: [MessageState; 5] = [
        MessageState::Waiting,
        MessageState::Sending,
        MessageState::Sent,
        MessageState::Failed,
        MessageState::Obsolete,
    ];

    /// Returns the word for a state, as it is stored.
    pub fn word(self) -> &'static str {
        match self {
            MessageState::Waiting => "waiting",
            MessageState::Sending => "sending",
            MessageState::Sent => "sent",
            MessageState::Failed => "failed",
            MessageState::Obsolete => "obsolete",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<MessageState> {
        MessageState::ALL.into_iter().find(|state| state.word() == word)
    }
}

impl OutgoingMessage {
    /// Reads a row of [`SELECT`]; `None` if its kind or state is of another version of this program.
    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Option<OutgoingMessage>> {
        let (kind, state): (String, String) = (row.get(2)?, row.get(7)?);
        let (Some(kind), Some(state)) = (MailKind::from_word(&kind), MessageState::from_word(&state)) else {
            return Ok(None);
        };
        let moment = |column| Ok::<_, rusqlite::Error>(Moment::from_millis(row.get(column)?));
        Ok(Some(OutgoingMessage {
            number: row.get(0)?,
            id: row.get(1)?,
            kind,
            student: row.get(3)?,
            address: row.get(4)?,
            event: row.get(5)?,
            made: moment(6)?,
            state,
            tries: row.get(8)?,
            unconfirmed: row.get(9)?,
            due: moment(10)?,
            changed: moment(11)?,
            answer: row.get(12)?,
        }))
    }
}
