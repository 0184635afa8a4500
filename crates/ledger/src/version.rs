//! The schema version of a file.

use rusqlite::Connection;

use crate::{LedgerError, schema, schema_5};

/// The schemas that this program reads, the oldest first.
pub(crate) const KNOWN: [i64; 2] = [schema_5::VERSION, schema::VERSION];

/// The version of a file's schema, one of [`KNOWN`].
pub(crate) fn version(connection: &Connection) -> Result<i64, LedgerError> {
    let found: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(LedgerError::sqlite("read its schema"))?;
    if KNOWN.contains(&found) { Ok(found) } else { Err(LedgerError::UnknownSchema { found }) }
}
