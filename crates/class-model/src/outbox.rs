//! The queue of mail of a class, in a file of its own.
//!
//! Messages follow from events of the record: the file has the position up to which they are queued, and moves it in the
//! transaction that queues them. So a process that is killed neither loses a message nor queues it twice. It stores no
//! text and no student's address; both are found when a message is sent.
//!
//! A message is marked before its text is sent and after the server has answered. One that is still marked as being sent
//! when a process begins may or may not have arrived: its process was killed in between.

mod mail_kind;
mod message;
mod schema;

use rusqlite::{Connection, OptionalExtension, params};

pub use self::mail_kind::MailKind;
pub use self::message::{MessageState, NewMessage, OutgoingMessage};
pub(crate) use self::schema::DATABASE;
use crate::side_database::{self, SendingLock};
use crate::{ClassError, ClassFolder, Hash, Moment, Secret};

/// Name of the lock of the process that sends.
const LOCK: &str = "mail.lock";
const READING: &str = "read the queue of mail";
const WRITING: &str = "write to the queue of mail";

/// The queue of mail of a class.
pub struct Outbox {
    connection: Connection,
}

impl Outbox {
    /// Opens the queue of a class. Creates the file if there is none.
    ///
    /// # Errors
    /// If there is no class; or if the file cannot be read or written, is damaged, or is of another version of this
    /// program.
    pub fn open(folder: &ClassFolder) -> Result<Outbox, ClassError> {
        Ok(Outbox { connection: DATABASE.open(folder)? })
    }

    /// Opens the queue like [`Outbox::open`]; `None` if there is none.
    ///
    /// # Errors
    /// As [`Outbox::open`].
    pub fn open_if_there(folder: &ClassFolder) -> Result<Option<Outbox>, ClassError> {
        if folder.outbox().is_file() { Outbox::open(folder).map(Some) } else { Ok(None) }
    }

    /// Takes the right to send; `None` if another process has it.
    ///
    /// # Errors
    /// If the lock cannot be opened.
    pub fn lock(folder: &ClassFolder) -> Result<Option<SendingLock>, ClassError> {
        SendingLock::take(folder, LOCK)
    }

    /// Returns the number and the link of the last event whose messages are queued; `None` at first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn position(&self) -> Result<Option<(i64, Hash)>, ClassError> {
        let query = "SELECT event, link FROM position";
        let found = self
            .connection
            .query_row(query, [], |row| Ok((row.get(0)?, Hash::from(row.get::<_, [u8; 32]>(1)?))));
        found.optional().map_err(ClassError::sqlite(READING))
    }

    /// Queues messages, and moves the position to an event. A message whose key is known is left out.
    ///
    /// # Errors
    /// If they cannot be written, or the system gives no random numbers.
    pub fn queue(
        &mut self,
        messages: &[NewMessage],
        position: Option<(i64, Hash)>,
        at: Moment,
    ) -> Result<(), ClassError> {
        let ids = messages.iter().map(|_| Secret::draw()).collect::<Result<Vec<Secret>, ClassError>>()?;
        self.change(|change| {
            let insert = "INSERT OR IGNORE INTO message
                (key, id, kind, student, address, event, made, state, tries, unconfirmed, due, changed)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, 0, ?7, ?7)";
            for (message, id) in messages.iter().zip(ids) {
                let NewMessage { key, kind, student, address, event } = message;
                let (id, state) = (id.reveal(), MessageState::Waiting.word());
                change.prepare_cached(insert)?.execute(params![
                    key,
                    id,
                    kind.word(),
                    student,
                    address,
                    event,
                    at.millis(),
                    state
                ])?;
            }
            if let Some((event, link)) = position {
                let set = "INSERT INTO position (one, event, link) VALUES (1, ?1, ?2)
                           ON CONFLICT (one) DO UPDATE SET event = ?1, link = ?2";
                change.execute(set, params![event, link.bytes()])?;
            }
            Ok(())
        })
    }

    /// Returns the next message to send; `None` if none is due.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn next(&self, now: Moment) -> Result<Option<OutgoingMessage>, ClassError> {
        let query =
            format!("{} WHERE state = 'waiting' AND due <= ?1 ORDER BY due, number LIMIT 1", message::SELECT);
        let mut found = self.messages(&query, [now.millis()])?;
        Ok(found.pop())
    }

    /// Returns the messages that were being sent when their process ended. They are still marked as such.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn interrupted(&self) -> Result<Vec<OutgoingMessage>, ClassError> {
        self.messages(&format!("{} WHERE state = 'sending' ORDER BY number", message::SELECT), [])
    }

    /// Returns the messages in a state, the latest change first, `most` at most.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn in_state(&self, state: MessageState, most: usize) -> Result<Vec<OutgoingMessage>, ClassError> {
        let query =
            format!("{} WHERE state = ?1 ORDER BY changed DESC, number DESC LIMIT ?2", message::SELECT);
        self.messages(&query, params![state.word(), most as i64])
    }

    /// Returns the messages that wait after a failed try, the latest change first, `most` at most.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn delayed(&self, most: usize) -> Result<Vec<OutgoingMessage>, ClassError> {
        let query = format!(
            "{} WHERE state = 'waiting' AND answer IS NOT NULL ORDER BY changed DESC, number DESC LIMIT ?1",
            message::SELECT
        );
        self.messages(&query, [most as i64])
    }

    /// Returns the number of messages of each kind and state.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn counts(&self) -> Result<Vec<(MailKind, MessageState, usize)>, ClassError> {
        let query = "SELECT kind, state, count(*) FROM message GROUP BY kind, state";
        let all = || -> rusqlite::Result<Vec<(MailKind, MessageState, usize)>> {
            let mut query = self.connection.prepare_cached(query)?;
            let rows = query.query_map([], |row| {
                let (kind, state): (String, String) = (row.get(0)?, row.get(1)?);
                Ok((MailKind::from_word(&kind), MessageState::from_word(&state), row.get::<_, i64>(2)?))
            })?;
            let rows: Vec<_> = rows.collect::<rusqlite::Result<_>>()?;
            Ok(rows
                .into_iter()
                .filter_map(|(kind, state, count)| Some((kind?, state?, count as usize)))
                .collect())
        };
        all().map_err(ClassError::sqlite(READING))
    }

    /// Marks a message as being sent, right before its text is.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn begin(&mut self, number: i64, at: Moment) -> Result<(), ClassError> {
        self.change(|change| {
            let update =
                "UPDATE message SET state = 'sending', tries = tries + 1, changed = ?2 WHERE number = ?1";
            change.execute(update, params![number, at.millis()]).map(drop)
        })
    }

    /// Puts a message back into the queue until `due`, with the reason. `is_unconfirmed` if it may have arrived.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn put_off(
        &mut self,
        number: i64,
        due: Moment,
        why: &str,
        is_unconfirmed: bool,
        at: Moment,
    ) -> Result<(), ClassError> {
        self.change(|change| {
            let update = "UPDATE message SET state = 'waiting', due = ?2, answer = ?3,
                unconfirmed = unconfirmed + ?4, changed = ?5,
                tries = tries + CASE state WHEN 'sending' THEN 0 ELSE 1 END WHERE number = ?1";
            change
                .execute(update, params![number, due.millis(), why, i64::from(is_unconfirmed), at.millis()])
                .map(drop)
        })
    }

    /// Ends a message: it was sent, failed, or is no longer needed, with the server's answer or the reason.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn end(
        &mut self,
        number: i64,
        state: MessageState,
        answer: &str,
        at: Moment,
    ) -> Result<(), ClassError> {
        self.change(|change| {
            let update = "UPDATE message SET state = ?2, answer = ?3, changed = ?4 WHERE number = ?1";
            change.execute(update, params![number, state.word(), answer, at.millis()]).map(drop)
        })
    }

    /// Queues a failed message again. Returns `false` if it has not failed.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn revive(&mut self, number: i64, at: Moment) -> Result<bool, ClassError> {
        self.change(|change| {
            let update = "UPDATE message SET state = 'waiting', due = ?2, made = ?2, changed = ?2, tries = 0,
                unconfirmed = 0, answer = NULL WHERE number = ?1 AND state = 'failed'";
            Ok(change.execute(update, params![number, at.millis()])? > 0)
        })
    }

    /// Deletes the messages to a forgotten student, and erases them from the file. An interrupted call can be repeated.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn forget(&mut self, student: &str) -> Result<(), ClassError> {
        self.change(|change| change.execute("DELETE FROM message WHERE student = ?1", [student]).map(drop))?;
        ledger::database::purge(&self.connection).map_err(ClassError::sqlite(WRITING))
    }

    fn messages(&self, query: &str, with: impl rusqlite::Params) -> Result<Vec<OutgoingMessage>, ClassError> {
        let all = || -> rusqlite::Result<Vec<OutgoingMessage>> {
            let mut query = self.connection.prepare_cached(query)?;
            let rows: rusqlite::Result<Vec<_>> = query.query_map(with, OutgoingMessage::read)?.collect();
            Ok(rows?.into_iter().flatten().collect())
        };
        all().map_err(ClassError::sqlite(READING))
    }

    fn change<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ClassError> {
        side_database::change(&mut self.connection, WRITING, change)
    }
}
