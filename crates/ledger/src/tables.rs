//! Whether the tables of a file are those of a schema.

use rusqlite::Connection;

use crate::LedgerError;

/// Checks that the tables are exactly those that the given statements create. A view, a trigger or a different table
/// is refused.
pub(crate) fn check_tables(connection: &Connection, create: &str) -> Result<(), LedgerError> {
    let doing = "read its schema";
    let ours = Connection::open_in_memory()
        .and_then(|memory| {
            memory.execute_batch(create)?;
            objects(&memory)
        })
        .map_err(LedgerError::sqlite(doing))?;
    let theirs = objects(connection).map_err(LedgerError::sqlite(doing))?;
    let stranger = theirs.iter().find(|object| !ours.contains(object));
    let missing = ours.iter().find(|object| !theirs.contains(object));
    let say = |what: &str, (kind, name, _): &(String, String, Option<String>)| {
        LedgerError::damaged(format!("its schema {what} the {kind} `{}`", name.escape_default()))
    };
    match (stranger, missing) {
        (Some(object), _) => Err(say("is not ours in", object)),
        (None, Some(object)) => Err(say("lacks", object)),
        (None, None) => Ok(()),
    }
}

type Object = (String, String, Option<String>);

/// The kind, name and SQL of everything in a schema that SQLite did not add itself.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let query = "SELECT type, name, sql FROM sqlite_schema \
                 WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\') \
                 ORDER BY name, type LIMIT 100";
    let mut statement = connection.prepare(query)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}
