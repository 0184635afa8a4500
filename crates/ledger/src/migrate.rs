//! Migration of a ledger of schema 5 to the current schema: a copy replaces it, and the original is kept next to it.
//! Hashes are copied, and new ones are computed in the old way.
//!
//! Only a run that is written to is migrated. To read one, [`schema_5::show_as_current`] suffices.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

use crate::folder::sync;
use crate::{LedgerError, RunFolder, connect, fresh, schema, schema_5};

const DOING: &str = "migrate it from schema 5";

/// Replaces the ledger by a migrated copy. The caller holds the folder's lock. The original becomes
/// [`RunFolder::ledger_of_schema_5`].
pub(crate) fn in_place(folder: &RunFolder, old: Connection) -> Result<(), LedgerError> {
    connect::check_pages(&old)?;
    // This puts the log into the main file, and fails while another program reads it. SQLite would take a log that
    // is left over for that of the new file.
    let alone = LedgerError::sqlite("migrate it from schema 5 while another program reads it");
    let mode = old.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get::<_, String>(0));
    if mode.map_err(alone)? != "delete" {
        return Err(LedgerError::damaged("its log cannot be put into it"));
    }
    let fill = |new: &Connection| {
        copy(&old, new)?;
        old.close().map_err(|(_, error)| error).map_err(LedgerError::sqlite(DOING))
    };
    fresh::put(folder, fill, || keep(&folder.ledger(), &folder.ledger_of_schema_5()))
}

/// Keeps a file under a second name too.
fn keep(path: &Path, second: &Path) -> Result<(), LedgerError> {
    // Left over from a run that was killed before the copy was in place.
    fresh::remove(second)?;
    // Not every file system supports hard links.
    let kept = fs::hard_link(path, second)
        .or_else(|_| fs::copy(path, second).and_then(|_| fs::File::open(second)?.sync_all()))
        .and_then(|()| second.parent().map_or(Ok(()), sync));
    kept.map_err(|source| LedgerError::File {
        action: "keep the ledger of schema 5 as",
        path: second.to_owned(),
        source,
    })
}

/// Writes the content of a ledger of schema 5 to an empty file, with the tables of the current schema.
fn copy(old: &Connection, new: &Connection) -> Result<(), LedgerError> {
    schema_5::show_as_current(old)?;
    let copied = || -> rusqlite::Result<()> {
        // A row that refers to a missing row is copied too. A check of the ledger reports it.
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

/// The names of all tables.
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
