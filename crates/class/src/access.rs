//! Who may enter a class through the service: personal links, sessions and tokens, in a file of their own.
//!
//! A link is a secret that its owner keeps: on a sheet, in a mail. It opens sessions, as many as there are devices. A token
//! lets a program do one thing for its owner. The file has hashes of all three, so that whoever reads it, or a backup of it,
//! can enter nothing.

mod person;
mod schema;
mod secret;
mod token;

use std::path::{Path, PathBuf};

use files::TemporaryDir;
use ledger::database;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

pub use self::person::Person;
pub use self::secret::Secret;
pub use self::token::{Purpose, Token};
use crate::{ClassError, ClassFolder, Moment};

/// The name of the file in the private part of the folder.
pub(crate) const FILE: &str = "service.sqlite";
/// A session ends when it was not used for this long, in milliseconds: 30 days.
const IDLE: i64 = 30 * DAY;
/// A session ends this long after it was opened, in milliseconds: 200 days, longer than a term.
const LONGEST: i64 = 200 * DAY;
/// When a session was used is written down this often, in milliseconds: every hour.
const NOTED: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Sessions of a person. The one that was used the longest time ago ends when there are more.
const MOST_SESSIONS: i64 = 20;
/// How long to wait for another program that writes.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

/// Who may enter a class through the service.
pub struct Access {
    connection: Connection,
}

/// A session that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Whose it is.
    pub person: Person,
    /// When it ends if it is not used again.
    pub ends: Moment,
}

/// A personal link. The secret itself is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonalLink {
    /// Whose it is.
    pub person: Person,
    /// When it was made.
    pub made: Moment,
    /// When it opened a session last; `None` if it never did.
    pub used: Option<Moment>,
    /// How many sessions are open.
    pub sessions: usize,
}

impl Access {
    /// Opens the links, sessions and tokens of a class, and creates their file if there is none. A file of an earlier version
    /// is brought up to date.
    ///
    /// # Errors
    /// If there is no class; or if the file cannot be read or written, is damaged, or is of a later version of this program.
    pub fn open(folder: &ClassFolder) -> Result<Access, ClassError> {
        if !folder.holds_class() {
            return Err(ClassError::NoClass { path: folder.root().to_owned() });
        }
        folder.refuse_network()?;
        folder.refuse_linked()?;
        let path = folder.access();
        database::refuse_link(&path)?;
        if !path.is_file() {
            create(folder, &path)?;
        }
        let mut connection = database::to_write(&path)?.connection;
        connection.busy_timeout(PATIENCE).map_err(ClassError::sqlite("open the class's sessions"))?;
        // Checking pages computes what a stranger's tables define.
        schema::check_known(&connection)?;
        database::check_pages(&connection)?;
        database::settle(&connection)?;
        schema::upgrade(&mut connection)?;
        schema::check(&connection)?;
        Ok(Access { connection })
    }

    /// The same, if the class has any of it.
    ///
    /// # Errors
    /// As [`Access::open`].
    pub fn open_if_there(folder: &ClassFolder) -> Result<Option<Access>, ClassError> {
        if folder.access().is_file() { Access::open(folder).map(Some) } else { Ok(None) }
    }

    /// Makes a personal link, and returns its secret, which is kept nowhere. The person's earlier link ends, with the
    /// sessions that it opened and all tokens.
    ///
    /// # Errors
    /// If it cannot be written, or the system gives no random numbers.
    pub fn make_link(&mut self, person: &Person, at: Moment) -> Result<Secret, ClassError> {
        let secret = Secret::draw()?;
        self.change("write a personal link", |change| {
            revoke(change, person)?;
            let (role, name, section) = person.columns();
            change.execute(
                "INSERT INTO link (hash, role, name, section, made) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![secret.hash().bytes(), role, name, section, at.millis()],
            )
        })?;
        Ok(secret)
    }

    /// Returns whom a personal link is for; `None` if there is no such link. It opens no session.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn owner(&self, link: &Secret) -> Result<Option<Person>, ClassError> {
        let query = "SELECT role, name, section FROM link WHERE hash = ?1";
        let read = |row: &Row<'_>| Person::read(row, 0);
        let found = self
            .connection
            .prepare_cached(query)
            .and_then(|mut query| query.query_row([link.hash().bytes()], read).optional());
        found.map(Option::flatten).map_err(ClassError::sqlite("read a personal link"))
    }

    /// Opens a session by a personal link, and returns its secret; `None` if there is no such link.
    ///
    /// # Errors
    /// If it cannot be written, or the system gives no random numbers.
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

    /// The session of a secret, which is used by that; `None` if there is none, or it has ended.
    ///
    /// # Errors
    /// If it cannot be read or written.
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
            self.change("write that a session was used", |change| {
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
    /// If it cannot be written.
    pub fn leave(&mut self, secret: &Secret) -> Result<(), ClassError> {
        self.change("end a session", |change| {
            change.execute("DELETE FROM session WHERE hash = ?1", [secret.hash().bytes()])
        })?;
        Ok(())
    }

    /// Ends a person's link with the sessions that it opened, and all their tokens; returns whether there was any.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn revoke(&mut self, person: &Person) -> Result<bool, ClassError> {
        self.change("end a personal link", |change| revoke(change, person))
    }

    /// Ends the link, sessions and tokens of somebody who is forgotten, and leaves no trace of them in the file. An
    /// interrupted call can be repeated.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn forget(&mut self, person: &Person) -> Result<(), ClassError> {
        self.revoke(person)?;
        database::purge(&self.connection).map_err(ClassError::sqlite("delete from the class's sessions"))
    }

    /// All personal links, in the order of roles and names.
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
        let all = || {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = change(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        all().map_err(ClassError::sqlite(doing))
    }
}

fn revoke(change: &Connection, person: &Person) -> rusqlite::Result<bool> {
    let (role, name, _) = person.columns();
    let of = "SELECT hash FROM link WHERE role = ?1 AND name = ?2";
    change.execute(&format!("DELETE FROM session WHERE link IN ({of})"), params![role, name])?;
    let had_link = change.execute("DELETE FROM link WHERE role = ?1 AND name = ?2", params![role, name])? > 0;
    Ok(token::revoke_all(change, person)? || had_link)
}

/// However the program ends, the file is there as a whole or not at all.
fn create(folder: &ClassFolder, path: &Path) -> Result<(), ClassError> {
    let making = TemporaryDir::create_in(&folder.private(), ".new-")
        .map_err(ClassError::file("create a directory in", folder.private()))?;
    let new: PathBuf = making.path().join(FILE);
    let connection = database::create(&new)?;
    schema::create(&connection).map_err(ClassError::sqlite("create the class's sessions"))?;
    connection.close().map_err(|(_, error)| ClassError::sqlite("close the class's sessions")(error))?;
    files::restrict_file(&new).map_err(ClassError::file("restrict access to", &new))?;
    files::sync_file(&new).map_err(ClassError::file("sync", &new))?;
    match files::rename_new(&new, path) {
        // Another program was faster.
        Err(_) if path.is_file() => Ok(()),
        renamed => renamed
            .and_then(|()| files::sync_dir(&folder.private()))
            .map_err(ClassError::file("create", path)),
    }
}

#[cfg(test)]
mod tests;
