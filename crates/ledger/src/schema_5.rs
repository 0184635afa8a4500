//! The tables of schema 5, and views that show them as tables of the current schema.

use rusqlite::{Connection, OptionalExtension};

use crate::hashing::Hashing;
use crate::tables::check_tables;
use crate::{LedgerError, RunKind};

/// The version of the schema, in SQLite's `user_version`.
pub(crate) const VERSION: i64 = 5;

/// The tables that differ, in the form of the current schema. On this connection, a temporary view hides the table of
/// the same name; nothing is written to the file.
///
/// Schema 5 stored the reason why a match ended as a sentence. A sentence that is not the referee's is the game's.
const VIEWS: &str = "
CREATE TEMP TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO temp.meta SELECT name, value FROM main.meta;
CREATE TEMP VIEW entrant AS
SELECT id, name, bot, module, settings, NULL AS size, guest, refusal, joined, since FROM main.entrant;
CREATE TEMP VIEW entrant_before AS
SELECT adoption, id, name, bot, module, settings, NULL AS size, guest, refusal, joined, since
FROM main.entrant_before;
CREATE TEMP VIEW log AS SELECT key, seat, bytes, dropped, NULL AS marks, hash FROM main.log;
CREATE TEMP VIEW match AS
SELECT key, first, second, start, outcome, ended,
    iif(ended = 'rules', reason, NULL) AS words,
    iif(ended = 'forfeit' AND forfeit = 1, substr(reason, 10),
        iif(ended = 'double-forfeit', substr(reason, 17, instr(reason, ', ') - 17), NULL)) AS fault_first,
    iif(ended = 'forfeit' AND forfeit = 2, substr(reason, 10),
        iif(ended = 'double-forfeit', substr(reason, instr(reason, ', ') + 2), NULL)) AS fault_second,
    plies, metrics_first, metrics_second, spent_first, spent_second, memory_first, memory_second, transcript, hash
FROM (SELECT *, CASE
    WHEN forfeit IN (1, 2) AND substr(reason, 1, 9) = 'forfeit: ' THEN 'forfeit'
    WHEN forfeit = 3 AND substr(reason, 1, 16) = 'double forfeit: ' THEN 'double-forfeit'
    WHEN forfeit = 0 AND reason = 'both out of time' THEN 'both-out-of-time'
    WHEN forfeit = 0 AND reason = 'limit of plies' THEN 'ply-limit'
    ELSE 'rules' END AS ended FROM main.match);
";

/// Checks that the tables are those of schema 5.
pub(crate) fn check(connection: &Connection) -> Result<(), LedgerError> {
    check_tables(connection, CREATE)
}

/// Shows the tables of schema 5 as those of the current schema, on this connection only.
pub(crate) fn show_as_current(connection: &Connection) -> Result<(), LedgerError> {
    check(connection)?;
    let shown = || -> rusqlite::Result<()> {
        // The temporary directory is not needed for this.
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        connection.execute_batch(VIEWS)?;
        for (name, value) in facts(connection)? {
            connection.execute("INSERT INTO temp.meta VALUES (?1, ?2)", [name, &value])?;
        }
        Ok(())
    };
    shown().map_err(LedgerError::sqlite("read the ledger's schema"))
}

/// Returns the facts that schema 5 did not have. The name of the text shows the kind of run; the end of the engine's
/// fingerprint shows the game: `…; tank-war rules 1`.
fn facts(connection: &Connection) -> rusqlite::Result<[(&'static str, String); 3]> {
    let toml_name = fact(connection, "toml_name")?;
    let kind = if toml_name == "sprt.txt" { RunKind::SequentialTest } else { RunKind::Tournament };
    Ok([
        ("kind", kind.name().to_owned()),
        ("game", game(&fact(connection, "fingerprint")?).to_owned()),
        (Hashing::FACT, Hashing::First.number().to_owned()),
    ])
}

fn game(fingerprint: &str) -> &str {
    let last = fingerprint.rsplit("; ").next().unwrap_or_default();
    last.split_once(" rules ").map_or(last, |(name, _)| name)
}

fn fact(connection: &Connection, name: &str) -> rusqlite::Result<String> {
    connection
        .query_row("SELECT value FROM main.meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
        .optional()
        .map(Option::unwrap_or_default)
}

pub(crate) const CREATE: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE module (hash BLOB PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE file (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE entrant (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    module BLOB REFERENCES module (hash),
    settings TEXT NOT NULL,
    guest INTEGER NOT NULL,
    refusal TEXT NOT NULL,
    joined INTEGER NOT NULL,
    since INTEGER NOT NULL
) STRICT;
CREATE TABLE stage (id INTEGER PRIMARY KEY, matches BLOB, failures BLOB, logs BLOB) STRICT;
CREATE TABLE match (
    key INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    start TEXT,
    outcome INTEGER NOT NULL,
    reason TEXT NOT NULL,
    forfeit INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    metrics_first TEXT NOT NULL,
    metrics_second TEXT NOT NULL,
    spent_first INTEGER NOT NULL,
    spent_second INTEGER NOT NULL,
    memory_first INTEGER NOT NULL,
    memory_second INTEGER NOT NULL,
    transcript BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE failure (
    key INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    fault TEXT NOT NULL,
    detail TEXT NOT NULL,
    backtrace TEXT NOT NULL,
    ply INTEGER NOT NULL,
    position TEXT NOT NULL,
    view BLOB NOT NULL,
    spent INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (key, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE log (
    key INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    dropped INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (key, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE ruling (id INTEGER PRIMARY KEY, text TEXT NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE adoption (
    id INTEGER PRIMARY KEY,
    changes TEXT NOT NULL,
    matches INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    before TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE entrant_before (
    adoption INTEGER NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    bot TEXT NOT NULL,
    module BLOB REFERENCES module (hash),
    settings TEXT NOT NULL,
    guest INTEGER NOT NULL,
    refusal TEXT NOT NULL,
    joined INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (adoption, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE file_before (
    adoption INTEGER NOT NULL,
    name TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (adoption, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE host_log (id INTEGER PRIMARY KEY, at TEXT NOT NULL, what TEXT NOT NULL) STRICT;
";
