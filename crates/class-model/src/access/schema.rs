//! The tables of personal links, sessions and tokens. Moments are milliseconds since 1970 in UTC; hashes are BLAKE3.

use ledger::database;
use rusqlite::Connection;

use crate::ClassError;

/// The version of the schema, in SQLite's `user_version`.
const VERSION: i64 = 2;

/// The tables. `role` and `name` identify a token's owner; `label` is the owner's name for it.
const CREATE: &str = "
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
    connection.execute_batch(CREATE)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Refuses a file of another version, or with other tables than these.
pub(super) fn check(connection: &Connection) -> Result<(), ClassError> {
    let found = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(ClassError::sqlite("read the class's sessions"))?;
    if found != VERSION {
        return Err(ClassError::UnknownSchema { found, known: VERSION });
    }
    Ok(database::check_tables(connection, CREATE)?)
}
