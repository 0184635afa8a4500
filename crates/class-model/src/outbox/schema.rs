//! The tables of the queue of mail. Moments are milliseconds since 1970 in UTC.

use ledger::database;
use rusqlite::Connection;

use crate::ClassError;

/// The version of the schema, in SQLite's `user_version`.
const VERSION: i64 = 1;

/// The tables. `position` has one row: the number of the last event of the record whose messages are queued, with its
/// link, which tells another record from this one.
const CREATE: &str = "
CREATE TABLE position (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL,
    link BLOB NOT NULL
) STRICT;
CREATE TABLE message (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    student TEXT,
    address TEXT,
    event INTEGER,
    made INTEGER NOT NULL,
    state TEXT NOT NULL,
    tries INTEGER NOT NULL,
    unconfirmed INTEGER NOT NULL,
    due INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    answer TEXT
) STRICT;
CREATE INDEX message_due ON message (state, due);
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
        .map_err(ClassError::sqlite("read the queue of mail"))?;
    if found != VERSION {
        return Err(ClassError::UnknownSchema { found, known: VERSION });
    }
    Ok(database::check_tables(connection, CREATE)?)
}
