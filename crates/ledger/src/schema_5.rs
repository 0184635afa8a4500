//! The tables of schema 5, and how each is converted to a table of the current schema.

use rusqlite::{Connection, OptionalExtension};

use crate::hashing::Hashing;
use crate::{LedgerError, RunHeader, RunKind};

/// The version of the schema, in SQLite's `user_version`.
pub(crate) const VERSION: i64 = 5;

/// For every current table, a query that selects its rows from the tables of schema 5.
pub(crate) const ROWS: [(&str, &str); 13] = [
    ("meta", "SELECT name, value FROM meta"),
    ("module", "SELECT hash, bytes FROM module"),
    ("file", "SELECT name, bytes FROM file"),
    ("entrant", "SELECT id, name, bot, module, settings, NULL, guest, refusal, joined, since FROM entrant"),
    ("stage", "SELECT id, matches, failures, logs FROM stage"),
    ("match", MATCHES),
    ("failure", "SELECT key, seat, fault, detail, backtrace, ply, position, view, spent, hash FROM failure"),
    ("log", "SELECT key, seat, bytes, dropped, NULL, hash FROM log"),
    ("ruling", "SELECT id, text, hash FROM ruling"),
    ("adoption", "SELECT id, changes, matches, rulings, before, hash FROM adoption"),
    (
        "entrant_before",
        "SELECT adoption, id, name, bot, module, settings, NULL, guest, refusal, joined, since FROM entrant_before",
    ),
    ("file_before", "SELECT adoption, name, bytes FROM file_before"),
    ("host_log", "SELECT id, at, what FROM host_log"),
];

/// Schema 5 stored why a match ended as a sentence. A sentence that is not the referee's is the game's.
const MATCHES: &str = "
SELECT key, first, second, start, outcome, ended,
    iif(ended = 'rules', reason, NULL),
    iif(ended = 'forfeit' AND forfeit = 1, substr(reason, 10),
        iif(ended = 'double-forfeit', substr(reason, 17, instr(reason, ', ') - 17), NULL)),
    iif(ended = 'forfeit' AND forfeit = 2, substr(reason, 10),
        iif(ended = 'double-forfeit', substr(reason, instr(reason, ', ') + 2), NULL)),
    plies, metrics_first, metrics_second, spent_first, spent_second, memory_first, memory_second, transcript, hash
FROM (SELECT *, CASE
    WHEN forfeit IN (1, 2) AND substr(reason, 1, 9) = 'forfeit: ' THEN 'forfeit'
    WHEN forfeit = 3 AND substr(reason, 1, 16) = 'double forfeit: ' THEN 'double-forfeit'
    WHEN forfeit = 0 AND reason = 'both out of time' THEN 'both-out-of-time'
    WHEN forfeit = 0 AND reason = 'limit of plies' THEN 'ply-limit'
    ELSE 'rules' END AS ended FROM match)
";

/// The facts of a run. What kind it is shows in the name of its text, its game at the end of the engine's fingerprint:
/// `…; tank-war rules 1`.
pub(crate) fn header(connection: &Connection) -> Result<RunHeader, LedgerError> {
    let fact = |name| fact(connection, name).map_err(LedgerError::sqlite("read the run's facts"));
    let (toml_name, fingerprint, seed) = (fact("toml_name")?, fact("fingerprint")?, fact("run_seed")?);
    Ok(RunHeader {
        kind: kind(&toml_name),
        game: game(&fingerprint).to_owned(),
        toml: fact("toml")?,
        toml_name,
        fingerprint,
        seed: seed.parse().map_err(|_| LedgerError::damaged(format!("invalid seed `{seed}`")))?,
    })
}

/// The facts that schema 5 did not have.
pub(crate) fn facts(connection: &Connection) -> rusqlite::Result<[(&'static str, String); 3]> {
    Ok([
        ("kind", kind(&fact(connection, "toml_name")?).name().to_owned()),
        ("game", game(&fact(connection, "fingerprint")?).to_owned()),
        (Hashing::FACT, Hashing::First.number().to_owned()),
    ])
}

fn kind(toml_name: &str) -> RunKind {
    if toml_name == "sprt.txt" { RunKind::SequentialTest } else { RunKind::Tournament }
}

fn game(fingerprint: &str) -> &str {
    let last = fingerprint.rsplit("; ").next().unwrap_or_default();
    last.split_once(" rules ").map_or(last, |(name, _)| name)
}

fn fact(connection: &Connection, name: &str) -> rusqlite::Result<String> {
    connection
        .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get::<_, String>(0))
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
