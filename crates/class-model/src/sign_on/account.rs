//! Accounts of people at the school's systems, and their sessions.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SignOn;
use crate::{ClassError, Moment, Person, Secret, Session};

/// Idle time after which a session ends, in milliseconds: a day, since a new sign-on is one click in the course.
const IDLE: i64 = DAY;
/// Maximum age of a session, in milliseconds: a week, so that a role that a person has lost ends by then.
const LONGEST: i64 = 7 * DAY;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Minimum interval between two updates of a last-used time, in milliseconds: a minute.
const NOTED: i64 = 60 * 1000;
/// Maximum number of sessions per account. Beyond it, the least recently used session ends.
const MOST_SESSIONS: i64 = 20;

/// The account of a person at a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The number of the system.
    pub system: i64,
    /// The permanent id of the person at the system.
    pub subject: String,
    /// The person in the class.
    pub person: Person,
    /// Time of the last sign-on.
    pub used: Moment,
}

impl SignOn {
    /// Returns all accounts, ordered by role and name.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn accounts(&self) -> Result<Vec<Account>, ClassError> {
        self.read(|connection| {
            let query = format!("SELECT {COLUMNS} FROM account ORDER BY role DESC, name, system");
            let mut query = connection.prepare_cached(&query)?;
            let rows: rusqlite::Result<Vec<Option<Account>>> = query.query_map([], read)?.collect();
            Ok(rows?.into_iter().flatten().collect())
        })
    }

    /// Returns the account of a subject; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn account(&self, system: i64, subject: &str) -> Result<Option<Account>, ClassError> {
        let query = format!("SELECT {COLUMNS} FROM account WHERE system = ?1 AND subject = ?2");
        self.read(|connection| {
            let found = connection.query_row(&query, params![system, subject], read).optional()?;
            Ok(found.flatten())
        })
    }

    /// Opens a session of an account, which is added or becomes this person's. Its open sessions become this person's,
    /// too.
    ///
    /// # Errors
    /// If it cannot be written, or the system gives no random numbers.
    pub fn enter(
        &mut self,
        system: i64,
        subject: &str,
        person: &Person,
        at: Moment,
    ) -> Result<(Secret, Session), ClassError> {
        let secret = Secret::draw()?;
        let now = at.millis();
        self.change("open a session", |change| {
            let (role, name, section) = person.columns();
            let insert = "INSERT INTO account (system, subject, role, name, section, used)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (system, subject) DO UPDATE SET role = ?3, name = ?4, section = ?5, used = ?6";
            change.execute(insert, params![system, subject, role, name, section, now])?;
            let query = "SELECT number FROM account WHERE system = ?1 AND subject = ?2";
            let account: i64 = change.query_row(query, params![system, subject], |row| row.get(0))?;
            let insert = "INSERT INTO session (hash, account, opened, used) VALUES (?1, ?2, ?3, ?3)";
            change.execute(insert, params![secret.hash().bytes(), account, now])?;
            change.execute(
                "DELETE FROM session WHERE used < ?1 OR opened < ?2",
                params![now - IDLE, now - LONGEST],
            )?;
            change.execute(
                "DELETE FROM session WHERE account = ?1 AND hash NOT IN
                     (SELECT hash FROM session WHERE account = ?1 ORDER BY used DESC, rowid DESC LIMIT ?2)",
                params![account, MOST_SESSIONS],
            )
        })?;
        Ok((secret, Session { person: person.clone(), ends: at.after(IDLE) }))
    }

    /// Returns the session of a secret and marks it as used; `None` if there is none, or it has ended.
    ///
    /// # Errors
    /// If the session cannot be read or written.
    pub fn session(&mut self, secret: &Secret, at: Moment) -> Result<Option<Session>, ClassError> {
        let found = self.read(|connection| {
            let query = "SELECT role, name, section, opened, session.used FROM session
                         JOIN account ON account.number = session.account WHERE session.hash = ?1";
            let row =
                |row: &Row<'_>| Ok((Person::read(row, 0)?, row.get::<_, i64>(3)?, row.get::<_, i64>(4)?));
            connection.prepare_cached(query)?.query_row([secret.hash().bytes()], row).optional()
        })?;
        let Some((Some(person), opened, used)) = found else { return Ok(None) };
        let now = at.millis();
        let longest = opened.saturating_add(LONGEST);
        if used.saturating_add(IDLE).min(longest) < now {
            return Ok(None);
        }
        if used.saturating_add(NOTED) < now {
            self.change("record that a session was used", |change| {
                let update = "UPDATE session SET used = ?2 WHERE hash = ?1";
                change.execute(update, params![secret.hash().bytes(), now])
            })?;
        }
        let ends = now.saturating_add(IDLE).min(longest);
        Ok(Some(Session { person, ends: Moment::from_millis(ends) }))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn leave(&mut self, secret: &Secret) -> Result<(), ClassError> {
        self.change("end a session", |change| {
            change.execute("DELETE FROM session WHERE hash = ?1", [secret.hash().bytes()])
        })?;
        Ok(())
    }

    /// Removes an account with its sessions. Returns `true` if there was one.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn remove_account(&mut self, system: i64, subject: &str) -> Result<bool, ClassError> {
        self.change("remove an account", |change| {
            remove(change, "system = ?1 AND subject = ?2", params![system, subject])
        })
    }

    /// Removes the accounts of a forgotten student, and erases them from the file. An interrupted call can be repeated.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn forget(&mut self, student: &str) -> Result<(), ClassError> {
        self.change("remove an account", |change| {
            remove(change, "role = 'student' AND name = ?1", params![student])
        })?;
        ledger::database::purge(&self.connection).map_err(ClassError::sqlite("delete from the sign-on"))
    }
}

/// Removes the accounts that a condition selects, with their sessions. Returns `true` if there was one.
pub(super) fn remove(
    change: &Connection,
    which: &str,
    values: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<bool> {
    let accounts = format!("SELECT number FROM account WHERE {which}");
    change.execute(&format!("DELETE FROM session WHERE account IN ({accounts})"), values)?;
    Ok(change.execute(&format!("DELETE FROM account WHERE {which}"), values)? > 0)
}

const COLUMNS: &str = "role, name, section, system, subject, used";

/// Reads an account from a row; `None` for an unknown role.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<Account>> {
    let Some(person) = Person::read(row, 0)? else { return Ok(None) };
    let used = Moment::from_millis(row.get(5)?);
    Ok(Some(Account { system: row.get(3)?, subject: row.get(4)?, person, used }))
}
