//! The tables of personal links, sessions and tokens. Moments are milliseconds since 1970 in UTC; hashes are BLAKE3.

use ledger::database;
use rusqlite::{Connection, TransactionBehavior};

use crate::ClassError;

/// The version of the schema, in SQLite's `user_version`.
const VERSION: i64 = 2;

/// The tables of the first version.
const LINKS: &str = "
CREATE TABLE link (
    hash BLOB PRIMARY KEY,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    section TEXT,
    made INTEGER NOT NULL,
    used INTEGER,
    UNIQUE (role, name)
) STRICT;
CREATE TABLE session (
    hash BLOB PRIMARY KEY,
    link BLOB NOT NULL,
    opened INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT;
CREATE INDEX session_link ON session (link);
";

/// The additional table of the second version. `role` and `name` identify a token's owner; `label` is the owner's
/// name for it.
const TOKENS: &str = "
CREATE TABLE token (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    section TEXT,
    purpose TEXT NOT NULL,
    label TEXT NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER,
    ends INTEGER NOT NULL
) STRICT;
CREATE INDEX token_person ON token (role, name);
";

pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(LINKS)?;
    connection.execute_batch(TOKENS)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Upgrades a file of the first version. All links and sessions remain valid.
pub(super) fn upgrade(connection: &mut Connection) -> Result<(), ClassError> {
    if version(connection)? != 1 {
        return Ok(());
    }
    let doing = || ClassError::sqlite("bring the class's sessions up to date");
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(doing())?;
    // Another program may have upgraded it first.
    if version(&change)? == 1 {
        let added = change.execute_batch(TOKENS);
        added.and_then(|()| change.pragma_update(None, "user_version", VERSION)).map_err(doing())?;
    }
    change.commit().map_err(doing())
}

/// Refuses a file of an unknown version, or with other tables than its version has.
pub(super) fn check_known(connection: &Connection) -> Result<(), ClassError> {
    match version(connection)? {
        1 => Ok(database::check_tables(connection, LINKS)?),
        _ => check(connection),
    }
}

/// Refuses a file of another version, or with other tables than these.
pub(super) fn check(connection: &Connection) -> Result<(), ClassError> {
    let found = version(connection)?;
    if found != VERSION {
        return Err(ClassError::UnknownSchema { found, known: VERSION });
    }
    Ok(database::check_tables(connection, &format!("{LINKS}{TOKENS}"))?)
}

fn version(connection: &Connection) -> Result<i64, ClassError> {
    connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(ClassError::sqlite("read the class's sessions"))
}

/// Creates a file of the first version.
#[cfg(test)]
pub(super) fn create_first_version(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(LINKS)?;
    connection.pragma_update(None, "user_version", 1)?;
    connection.pragma_update(None, "journal_mode", "WAL")
}
