//! Comparing the tables of a file with those of a schema.

use std::fmt;

use rusqlite::Connection;

use crate::LedgerError;

/// Checks that the tables are exactly those that the given statements create. A view, a trigger or a different table
/// is refused.
///
/// # Errors
/// If they differ, or cannot be read.
pub fn check_tables(connection: &Connection, create: &str) -> Result<(), LedgerError> {
    let doing = "read the ledger's schema";
    let ours = Connection::open_in_memory()
        .and_then(|memory| {
            memory.execute_batch(create)?;
            objects(&memory)
        })
        .map_err(LedgerError::sqlite(doing))?;
    let theirs = objects(connection).map_err(LedgerError::sqlite(doing))?;
    let stranger = theirs.iter().find(|object| !ours.contains(object));
    let missing = ours.iter().find(|object| !theirs.contains(object));
    let what = match (stranger, missing) {
        (None, None) => return Ok(()),
        (Some(object), _) if ours.iter().any(|our| our.is_called_as(object)) => {
            format!("its {object} is not the one that muster creates")
        }
        (Some(object), _) => format!("it has a {object} that muster did not create"),
        (None, Some(object)) => format!("it has no {object}"),
    };
    Err(LedgerError::damaged(what))
}

/// An object in a schema: a table, an index, a view or a trigger.
#[derive(PartialEq)]
struct Object {
    kind: String,
    name: String,
    sql: Option<String>,
}

impl Object {
    fn is_called_as(&self, other: &Object) -> bool {
        (&self.kind, &self.name) == (&other.kind, &other.name)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.kind.escape_default(), self.name.escape_default())
    }
}

/// Returns all objects in a schema that SQLite did not add itself.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let query = "SELECT type, name, sql FROM sqlite_schema \
                 WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\') \
                 ORDER BY name, type LIMIT 100";
    let mut statement = connection.prepare(query)?;
    let rows = statement
        .query_map([], |row| Ok(Object { kind: row.get(0)?, name: row.get(1)?, sql: row.get(2)? }))?;
    rows.collect()
}
