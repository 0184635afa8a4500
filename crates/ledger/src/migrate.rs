//! A ledger of schema 5 as one of the present schema: always a copy.
//!
//! Read, it is copied into a temporary folder, and the run's folder stays as it is. Written, the copy takes the
//! ledger's place, and the original is kept beside it. Hashes are carried over, and computed as they were.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::types::ToSqlOutput;

use crate::connect::{self, Opened};
use crate::folder::sync;
use crate::{LedgerError, RunFolder, fresh, schema, schema_5, version};

const DOING: &str = "migrate it from schema 5";
const DOING_TO_READ: &str = "migrate it from schema 5 on a copy in the temporary directory (TMPDIR)";

/// A temporary copy, open to be read.
pub(crate) fn to_read(old: &Connection) -> Result<Opened, LedgerError> {
    let failed = |source| LedgerError::File {
        action: "create a directory for a migrated copy of the ledger in",
        path: std::env::temp_dir(),
        source,
    };
    let folder = tempfile::Builder::new().prefix("muster-").tempdir().map_err(failed)?;
    let path = folder.path().join("ledger.sqlite");
    let new = connect::create(&path)?;
    copy(old, &new, DOING_TO_READ)?;
    new.close().map_err(|(_, error)| error).map_err(LedgerError::sqlite(DOING_TO_READ))?;
    let Opened { connection, .. } = connect::to_read(&path)?;
    Ok(Opened { connection, copy: Some(folder) })
}

/// Has a copy take the ledger's place, which the caller has locked. The original becomes
/// [`RunFolder::ledger_of_schema_5`].
pub(crate) fn in_place(folder: &RunFolder, old: Connection) -> Result<(), LedgerError> {
    connect::check_pages(&old)?;
    // Whole in one file, and nobody reads it. A log that it left behind would be taken for its successor's.
    let alone = LedgerError::sqlite("migrate it from schema 5 while another program reads it");
    let mode = old.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get::<_, String>(0));
    if mode.map_err(alone)? != "delete" {
        return Err(LedgerError::damaged("its log cannot be put into it"));
    }
    let fill = |new: &Connection| {
        copy(&old, new, DOING)?;
        old.close().map_err(|(_, error)| error).map_err(LedgerError::sqlite(DOING))
    };
    fresh::put(folder, fill, || keep(&folder.ledger(), &folder.ledger_of_schema_5()))
}

/// Has a file be there under a second name, too.
fn keep(path: &Path, second: &Path) -> Result<(), LedgerError> {
    // Of a run that was killed before the copy was in place.
    fresh::remove(second)?;
    // Not every file system has links.
    let kept = fs::hard_link(path, second)
        .or_else(|_| fs::copy(path, second).and_then(|_| fs::File::open(second)?.sync_all()))
        .and_then(|()| second.parent().map_or(Ok(()), sync));
    kept.map_err(|source| LedgerError::File {
        action: "keep the ledger of schema 5 as",
        path: second.to_owned(),
        source,
    })
}

/// Writes a ledger of schema 5 into an empty file of the present schema.
fn copy(old: &Connection, new: &Connection, doing: &'static str) -> Result<(), LedgerError> {
    version::check_tables(old, schema_5::CREATE)?;
    let copied = || -> rusqlite::Result<()> {
        // What refers to something that is missing is carried over and found when it is looked at.
        new.pragma_update(None, "foreign_keys", false)?;
        let (old, new) = (old.unchecked_transaction()?, new.unchecked_transaction()?);
        new.execute_batch(schema::CREATE)?;
        new.pragma_update(None, "user_version", schema::VERSION)?;
        for (table, query) in schema_5::ROWS {
            copy_rows(&old, &new, table, query)?;
        }
        for (name, value) in schema_5::facts(&old)? {
            new.execute("INSERT INTO meta VALUES (?1, ?2)", [name, &value])?;
        }
        new.commit()
    };
    copied().map_err(LedgerError::sqlite(doing))
}

fn copy_rows(old: &Connection, new: &Connection, table: &str, query: &str) -> rusqlite::Result<()> {
    let mut select = old.prepare(query)?;
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
