//! The tables of a ledger.
//!
//! | table | a row is | notes |
//! |---|---|---|
//! | `meta` | a fact about the run | `kind`, `game`, `toml`, `toml_name`, `fingerprint`, `run_seed`, `identity`, `hashing`, and `defaults` from its second edition on; `seal` covers them, `file` and `entrant` |
//! | `module` | a wasm module | `hash` is the BLAKE3 of `bytes`, which are empty if withheld, `class` if in the class |
//! | `file` | another input, copied at the start | openings, by name; those found are `openings of stage N` |
//! | `entrant` | a bot under a name, in the order of the TOML | `size` is `normal` or `script`; `refusal` lists the reasons, empty if admitted; `joined` is the adoption with which it came, or 0; `since` is the round, from 0, from which it is in a Swiss |
//! | `stage` | a stage that began | the seals over its matches, failures and logs are set when it is complete |
//! | `match` | a match that was played | `key` is its schedule index: 0, stage, round, pairing, game |
//! | `failure` | a seat that failed | one row per match and seat, with the data to reproduce it |
//! | `log` | a bot's log | cut at the limit; `dropped` bytes beyond it; `marks` encoded as in [`referee::log_marks`] |
//! | `ruling` | an organiser's ruling | in the order in which they were made, from 1; `text` is in the form of [`ruling_text`](crate::ruling_text) |
//! | `adoption` | a change to the tournament that the run adopted | from 1; `changes`, one per line; the numbers of `matches` on record and `rulings` made then; the text `before` |
//! | `entrant_before` | an entrant as it was before an adopted change | as `entrant` |
//! | `file_before` | a file as it was before an adopted change | as `file` |
//! | `host_log` | an event that depends on the host | starts, retries, times; no seal or export reads it |
//!
//! In `match`, `first` and `second` are the entrants by seat; `outcome` is 1 if the first seat won, 2 if the second won
//! and 0 for a draw; `ended` is the name of the reason; `words` are the game's if it ended by its rules; `fault_first`
//! and `fault_second` are the faults by which a seat forfeited; `metrics_first` and `metrics_second` are the game's
//! metrics in its order, separated by spaces; `spent_first` and `spent_second` are ticks of 0.1 ns; `memory_first` and
//! `memory_second` are the peak memory in bytes; `start` is the text of the start position, NULL for the game's own;
//! `transcript` is encoded as in [`referee::transcript`]; `hash` is the BLAKE3 of all of it.
//!
//! `failure`, `log`, `ruling` and `adoption` have a `hash` of their own. In the last two it also covers the previous
//! hash, and the hash of an adoption covers the entrants and files before it.

/// The version of the schema, in SQLite's `user_version`.
pub const VERSION: i64 = 6;
/// The version for runs that a program of version 6 would take for damaged: their modules may be in the folder of
/// their class instead of the record, or they have the fact `defaults`. Other runs keep version 6, which earlier
/// programs read.
pub const EXTENDED: i64 = 7;

/// Returns the schema version of a run whose text uses these defaults.
pub(crate) const fn version_of(defaults: u32, shares_modules: bool) -> i64 {
    if defaults > 1 || shares_modules { EXTENDED } else { VERSION }
}

/// Marks a stage as no longer complete.
pub(crate) const REOPEN: &str = "UPDATE stage SET matches = NULL, failures = NULL, logs = NULL WHERE id = ?1";

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
    size TEXT,
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
    ended TEXT NOT NULL,
    words TEXT,
    fault_first TEXT,
    fault_second TEXT,
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
    marks BLOB,
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
    size TEXT,
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
