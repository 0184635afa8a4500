//! Migration of a ledger of schema 5 to the current schema: a copy replaces it, and the original is kept next to it.
//! Hashes are copied, and new ones are computed by the old rules.
//!
//! Only a run that is written to is migrated. For reading, [`schema_5::show_as_current`] suffices.

use std::path::PathBuf;

use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

use crate::{LedgerError, RunFolder, connect, fresh, original, schema, schema_5};

const DOING: &str = "migrate the ledger from schema 5";

/// Replaces the ledger by a migrated copy. The caller holds the folder's lock. Returns the path of the original.
pub(crate) fn in_place(folder: &RunFolder) -> Result<PathBuf, LedgerError> {
    // SQLite would take a leftover log for that of the new file, so this fails while another program reads the
    // ledger.
    let old = connect::to_replace(&folder.ledger())?;
    let fill = |new: &Connection| {
        copy(&old, new)?;
        old.close().map_err(|(_, error)| error).map_err(LedgerError::sqlite(DOING))
    };
    fresh::put(folder, fill, || original::keep(folder))
}

/// Writes the content of a ledger of schema 5 to an empty file, with the tables of the current schema.
fn copy(old: &Connection, new: &Connection) -> Result<(), LedgerError> {
    schema_5::show_as_current(old)?;
    let copied = || -> rusqlite::Result<()> {
        // A row that refers to a missing row is copied, too. A check of the ledger reports it.
        new.pragma_update(None, "foreign_keys", false)?;
        let (old, new) = (old.unchecked_transaction()?, new.unchecked_transaction()?);
        new.execute_batch(schema::CREATE)?;
        new.pragma_update(None, "user_version", schema::VERSION)?;
        for table in tables(&new)? {
            copy_rows(&old, &new, &table)?;
        }
        new.commit()
    };
    copied().map_err(LedgerError::sqlite(DOING))
}

/// Returns the names of all tables.
fn tables(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")?;
    let names = statement.query_map([], |row| row.get(0))?;
    names.collect()
}

fn copy_rows(old: &Connection, new: &Connection, table: &str) -> rusqlite::Result<()> {
    let mut select = old.prepare(&format!("SELECT * FROM {table}"))?;
    let columns = select.column_count();
    let places = vec!["?"; columns].join(", ");
    let mut insert = new.prepare(&format!("INSERT INTO {table} VALUES ({places})"))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            insert.raw_bind_parameter(column + 1, ToSqlOutput::Borrowed(row.get_ref(column)?))?;
        }
        insert.raw_execute()?;
    }
    Ok(())
}
