//! The schema version of a file.

use rusqlite::Connection;

use crate::{LedgerError, schema};

/// The schemas that this program reads, oldest first.
pub(crate) const KNOWN: [i64; 2] = [schema::VERSION, schema::EXTENDED];

/// Returns the version of a file's schema, one of [`KNOWN`].
pub(crate) fn version(connection: &Connection) -> Result<i64, LedgerError> {
    let found: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(LedgerError::sqlite("read the ledger's schema"))?;
    match found {
        // SQLite takes an empty file for an empty database.
        0 if has_nothing(connection)? => Err(LedgerError::damaged("it is empty")),
        0 => Err(LedgerError::damaged("it has no schema version, so muster did not write it")),
        found if KNOWN.contains(&found) => Ok(found),
        found => Err(LedgerError::UnknownSchema { found }),
    }
}

fn has_nothing(connection: &Connection) -> Result<bool, LedgerError> {
    connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
        .map(|count| count == 0)
        .map_err(LedgerError::sqlite("read the ledger's schema"))
}
