//! Access to a class through the service: personal links, sessions and tokens, in a file of their own.
//!
//! A link is a secret that its owner keeps on a sheet or in a mail. It opens sessions, one per device. A token lets a
//! program do one thing for its owner. The file stores only hashes of all three, so the file or a backup of it grants
//! no access.

mod person;
mod schema;
mod secret;
mod token;

use rusqlite::{Connection, OptionalExtension, Row, params};

pub use self::person::Person;
pub(crate) use self::schema::DATABASE;
pub use self::secret::Secret;
pub use self::token::{Purpose, Token};
use crate::{ClassError, ClassFolder, Moment, side_database};

/// Idle time after which a session ends, in milliseconds: 30 days.
const IDLE: i64 = 30 * DAY;
/// Maximum age of a session, in milliseconds: 200 days, longer than a term.
const LONGEST: i64 = 200 * DAY;
/// Minimum interval between two updates of a last-used time, in milliseconds: one hour.
const NOTED: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Maximum number of sessions per person. Beyond it, the least recently used session ends.
const MOST_SESSIONS: i64 = 20;

/// The links, sessions and tokens of a class.
pub struct Access {
    connection: Connection,
}

/// An open session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The signed-in person.
    pub person: Person,
    /// Time at which the session ends unless it is used again.
    pub ends: Moment,
}

/// A personal link. The secret itself is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalLink {
    /// The owner.
    pub person: Person,
    /// Creation time.
    pub made: Moment,
    /// Time at which the link last opened a session; `None` if it never did.
    pub used: Option<Moment>,
    /// Number of open sessions.
    pub sessions: usize,
}

impl Access {
    /// Opens the links, sessions and tokens of a class. Creates the file if there is none.
    ///
    /// # Errors
    /// If there is no class; or if the file cannot be read or written, is damaged, or is of another version of this
    /// program.
    pub fn open(folder: &ClassFolder) -> Result<Access, ClassError> {
        Ok(Access { connection: DATABASE.open(folder)? })
    }

    /// Opens the file like [`Access::open`]; `None` if there is none.
    ///
    /// # Errors
    /// As [`Access::open`].
    pub fn open_if_there(folder: &ClassFolder) -> Result<Option<Access>, ClassError> {
        if folder.access().is_file() { Access::open(folder).map(Some) } else { Ok(None) }
    }

    /// Makes a personal link and returns its secret, which is stored nowhere. Ends the person's earlier link, its
    /// sessions and all of the person's tokens.
    ///
    /// # Errors
    /// If the link cannot be written, or the system gives no random numbers.
    pub fn make_link(&mut self, person: &Person, at: Moment) -> Result<Secret, ClassError> {
        let secret = Secret::draw()?;
        self.change("create a personal link", |change| {
            revoke(change, person)?;
            let (role, name, section) = person.columns();
            change.execute(
                "INSERT INTO link (hash, role, name, section, made) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![secret.hash().bytes(), role, name, section, at.millis()],
            )
        })?;
        Ok(secret)
    }

    /// Returns the owner of a personal link; `None` if there is no such link. Opens no session.
    ///
    /// # Errors
    /// If the link cannot be read.
    pub fn owner(&self, link: &Secret) -> Result<Option<Person>, ClassError> {
        let query = "SELECT role, name, section FROM link WHERE hash = ?1";
        let read = |row: &Row<'_>| Person::read(row, 0);
        let found = self
            .connection
            .prepare_cached(query)
            .and_then(|mut query| query.query_row([link.hash().bytes()], read).optional());
        found.map(Option::flatten).map_err(ClassError::sqlite("read a personal link"))
    }

    /// Opens a session by a personal link and returns its secret; `None` if there is no such link.
    ///
    /// # Errors
    /// If the session cannot be written, or the system gives no random numbers.
    pub fn enter(&mut self, link: &Secret, at: Moment) -> Result<Option<(Secret, Session)>, ClassError> {
        let secret = Secret::draw()?;
        let person = self.change("open a session", |change| {
            let query = "SELECT role, name, section FROM link WHERE hash = ?1";
            let found = change
                .query_row(query, [link.hash().bytes()], |row| Person::read(row, 0))
                .optional()?
                .flatten();
            let Some(person) = found else { return Ok(None) };
            let now = at.millis();
            change.execute("UPDATE link SET used = ?2 WHERE hash = ?1", params![link.hash().bytes(), now])?;
            let insert = "INSERT INTO session (hash, link, opened, used) VALUES (?1, ?2, ?3, ?3)";
            change.execute(insert, params![secret.hash().bytes(), link.hash().bytes(), now])?;
            change.execute(
                "DELETE FROM session WHERE used < ?1 OR opened < ?2",
                params![now - IDLE, now - LONGEST],
            )?;
            change.execute(
                "DELETE FROM session WHERE link = ?1 AND hash NOT IN
                     (SELECT hash FROM session WHERE link = ?1 ORDER BY used DESC, rowid DESC LIMIT ?2)",
                params![link.hash().bytes(), MOST_SESSIONS],
            )?;
            Ok(Some(person))
        })?;
        Ok(person.map(|person| (secret, Session { person, ends: at.after(IDLE) })))
    }

    /// Returns the session of a secret and marks it as used; `None` if there is none, or it has ended.
    ///
    /// # Errors
    /// If the session cannot be read or written.
    pub fn session(&mut self, secret: &Secret, at: Moment) -> Result<Option<Session>, ClassError> {
        let query = "SELECT role, name, section, opened, session.used FROM session JOIN link ON link.hash = session.link
                     WHERE session.hash = ?1";
        let read = |row: &Row<'_>| Ok((Person::read(row, 0)?, row.get::<_, i64>(3)?, row.get::<_, i64>(4)?));
        let found = self
            .connection
            .prepare_cached(query)
            .and_then(|mut query| query.query_row([secret.hash().bytes()], read).optional());
        let found = found.map_err(ClassError::sqlite("read a session"))?;
        let Some((Some(person), opened, used)) = found else { return Ok(None) };
        let now = at.millis();
        let ends = used.saturating_add(IDLE).min(opened.saturating_add(LONGEST));
        if ends < now {
            return Ok(None);
        }
        if used.saturating_add(NOTED) < now {
            self.change("record that a session was used", |change| {
                change.execute(
                    "UPDATE session SET used = ?2 WHERE hash = ?1",
                    params![secret.hash().bytes(), now],
                )
            })?;
        }
        let ends = now.saturating_add(IDLE).min(opened.saturating_add(LONGEST));
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

    /// Ends a person's link, its sessions and all of the person's tokens. Returns `true` if there were any.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn revoke(&mut self, person: &Person) -> Result<bool, ClassError> {
        self.change("revoke a personal link", |change| revoke(change, person))
    }

    /// Ends the link, sessions and tokens of a forgotten person, and erases them from the file. An interrupted call
    /// can be repeated.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn forget(&mut self, person: &Person) -> Result<(), ClassError> {
        self.revoke(person)?;
        ledger::database::purge(&self.connection)
            .map_err(ClassError::sqlite("delete from the class's sessions"))
    }

    /// Returns all personal links, ordered by role and name.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn links(&self, at: Moment) -> Result<Vec<PersonalLink>, ClassError> {
        let query = "SELECT role, name, section, made, used,
                         (SELECT count(*) FROM session WHERE link = link.hash AND used >= ?1 AND opened >= ?2)
                     FROM link ORDER BY role DESC, name";
        let read = |row: &Row<'_>| {
            let Some(person) = Person::read(row, 0)? else { return Ok(None) };
            let used: Option<i64> = row.get(4)?;
            let sessions = row.get::<_, i64>(5)? as usize;
            let made = Moment::from_millis(row.get(3)?);
            Ok(Some(PersonalLink { person, made, used: used.map(Moment::from_millis), sessions }))
        };
        let all = || -> rusqlite::Result<Vec<PersonalLink>> {
            let mut query = self.connection.prepare(query)?;
            let since = [at.millis() - IDLE, at.millis() - LONGEST];
            let rows: rusqlite::Result<Vec<Option<PersonalLink>>> = query.query_map(since, read)?.collect();
            Ok(rows?.into_iter().flatten().collect())
        };
        all().map_err(ClassError::sqlite("read the personal links"))
    }

    fn change<T>(
        &mut self,
        doing: &'static str,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ClassError> {
        side_database::change(&mut self.connection, doing, change)
    }
}

fn revoke(change: &Connection, person: &Person) -> rusqlite::Result<bool> {
    let (role, name, _) = person.columns();
    let of = "SELECT hash FROM link WHERE role = ?1 AND name = ?2";
    change.execute(&format!("DELETE FROM session WHERE link IN ({of})"), params![role, name])?;
    let had_link = change.execute("DELETE FROM link WHERE role = ?1 AND name = ?2", params![role, name])? > 0;
    Ok(token::revoke_all(change, person)? || had_link)
}

#[cfg(test)]
mod tests;
