//! Any change to a ledger is found and named; any other file is refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod refusals;

use crate::common;

use std::fs;

use common::{begin, commit, complete, full_match, key, raw, results, terms};
use ledger::{Ledger, LedgerError, RunFolder};
use rusqlite::types::Value;

/// The result of a full check: the damage, or the error that prevented the check.
fn seen(folder: &RunFolder) -> Vec<String> {
    match Ledger::open_read_only(folder).and_then(|ledger| ledger.check()) {
        Ok(damage) => damage,
        Err(error) => vec![error.to_string()],
    }
}

/// The value with one bit flipped.
fn flipped(value: Value) -> Value {
    let flip = |mut bytes: Vec<u8>| {
        match bytes.last_mut() {
            Some(last) => *last ^= 1,
            None => bytes.push(b'x'),
        }
        bytes
    };
    match value {
        Value::Null => Value::Integer(1),
        Value::Integer(number) => Value::Integer(number ^ 1),
        Value::Real(_) => unreachable!("there are no such columns"),
        Value::Text(text) => Value::Text(String::from_utf8(flip(text.into_bytes())).unwrap()),
        Value::Blob(bytes) => Value::Blob(flip(bytes)),
    }
}

#[test]
fn a_flipped_bit_in_any_column_of_any_table_is_named() {
    let (_temp, folder) = complete();
    assert_eq!(seen(&folder), Vec::<String>::new());
    let good = fs::read(folder.ledger()).unwrap();
    let tables = [
        ("meta", "the run plays from"),
        ("module", "module"),
        ("file", "the run plays from"),
        ("entrant", "the run plays from"),
        ("stage", "stage"),
        ("match", "match 1."),
        ("failure", "failure in match"),
        ("log", "log of match"),
        ("ruling", "ruling"),
        ("adoption", "adopted change"),
        ("entrant_before", "adopted change"),
        ("file_before", "adopted change"),
    ];
    let mut tried = 0;
    for (table, named) in tables {
        let columns: Vec<String> = {
            let connection = raw(&folder);
            let statement = connection.prepare(&format!("SELECT * FROM {table}")).unwrap();
            statement.column_names().map(str::to_owned).collect()
        };
        for column in columns {
            fs::write(folder.ledger(), &good).unwrap();
            let connection = raw(&folder);
            connection.pragma_update(None, "foreign_keys", false).unwrap();
            // Change the column in every row with the first row's value.
            let query = format!("SELECT {column} FROM {table} LIMIT 1");
            let old: Value = connection.query_row(&query, [], |row| row.get(0)).unwrap();
            let update = format!("UPDATE {table} SET {column} = ?1 WHERE {column} IS ?2");
            let rows = connection
                .query_row(&format!("SELECT count(*) FROM {table} WHERE {column} IS ?1"), [&old], |row| {
                    row.get::<_, i64>(0)
                })
                .unwrap();
            assert!(rows > 0);
            let mut new = flipped(old.clone());
            if matches!(
                (table, column.as_str()),
                ("stage" | "entrant" | "entrant_before" | "ruling" | "adoption", "id")
                    | ("failure" | "log", "seat")
                    | (_, "adoption")
            ) {
                // The flipped number may belong to another row.
                new = Value::Integer(7);
            }
            connection.execute(&update, [&new, &old]).unwrap();
            drop(connection);
            let damage = seen(&folder).join("\n");
            let is_private = matches!(table, "failure" | "log") && damage.contains("match");
            assert!(
                damage.contains(named)
                    || is_private
                    || damage.contains("fact")
                    || (column == "size" && damage.contains("size class")),
                "{table}.{column}: {damage}"
            );
            tried += 1;
        }
    }
    assert_eq!(tried, 2 + 2 + 2 + 10 + 4 + 18 + 10 + 6 + 3 + 6 + 11 + 3);
}

#[test]
fn a_seal_sees_rows_that_were_added_removed_or_changed() {
    let (_temp, folder) = complete();
    let good = fs::read(folder.ledger()).unwrap();
    let changes = [
        "DELETE FROM match WHERE key = (SELECT max(key) FROM match)",
        "INSERT INTO match SELECT key + 1, first, second, start, outcome, ended, words, fault_first, fault_second, plies, \
         metrics_first, metrics_second, spent_first, spent_second, memory_first, memory_second, transcript, hash FROM match \
         ORDER BY key DESC LIMIT 1",
        "UPDATE match SET hash = zeroblob(32) WHERE key = (SELECT max(key) FROM match)",
    ];
    for change in changes {
        fs::write(folder.ledger(), &good).unwrap();
        assert_eq!(raw(&folder).execute(change, []).unwrap(), 1);
        let ledger = Ledger::open_read_only(&folder).unwrap();
        let sealed = "stage 2 differs from its seal";
        assert!(ledger.check().unwrap().iter().any(|line| line.contains(sealed)), "{change}");
        let read = ledger.for_each_match(Some(1), |_| Ok::<(), LedgerError>(()));
        assert!(read.unwrap_err().to_string().contains(sealed), "{change}");
        assert!(results(&ledger, 1).is_err() && results(&ledger, 0).is_ok());
    }
}

#[test]
fn a_failure_or_a_log_that_is_gone_is_noticed() {
    let (_temp, folder) = complete();
    let good = fs::read(folder.ledger()).unwrap();
    for (change, what) in [
        ("DELETE FROM log WHERE key = (SELECT max(key) FROM log)", "a log was changed, added or lost"),
        (
            "DELETE FROM failure WHERE key = (SELECT max(key) FROM failure)",
            "a failure was changed, added or lost",
        ),
    ] {
        fs::write(folder.ledger(), &good).unwrap();
        let root = |folder: &RunFolder| {
            let ledger = Ledger::open_read_only(folder).unwrap();
            ledger.root_at(ledger.states().unwrap().pop().unwrap(), &terms(2), &|_| true).unwrap()
        };
        let before = root(&folder);
        assert_eq!(raw(&folder).execute(change, []).unwrap(), 1);
        let damage = seen(&folder).join("\n");
        assert!(damage.contains(&format!("stage 2 differs from its seal: {what}")), "{damage}");
        assert_ne!(root(&folder), before, "{what}");
    }
}

#[test]
fn a_ruling_cannot_be_taken_out_of_the_middle() {
    let (_temp, folder) = complete();
    raw(&folder).execute_batch("DELETE FROM ruling WHERE id = 1; UPDATE ruling SET id = 1").unwrap();
    let damage = seen(&folder);
    assert!(damage.iter().any(|line| line.contains("ruling 1 has been changed")), "{damage:?}");
}

#[test]
fn hostile_rows_are_errors() {
    let rows = [
        "UPDATE match SET key = -5 WHERE key = (SELECT min(key) FROM match)",
        "UPDATE match SET first = -1",
        "UPDATE match SET second = 1 << 40",
        "UPDATE match SET outcome = 9",
        "UPDATE match SET plies = -9223372036854775808",
        "UPDATE match SET metrics_first = 'a b'",
        "UPDATE match SET metrics_first = '99999999999999999999'",
        "UPDATE match SET transcript = x'01ffffffffffffffffffff'",
        "UPDATE match SET hash = x''",
        "UPDATE match SET words = CAST(x'ff' AS TEXT)",
        "UPDATE match SET ended = 'resigned'",
        "UPDATE match SET ended = 'rules'",
        "UPDATE match SET ended = 'ply-limit'",
        "UPDATE match SET fault_second = NULL",
        "UPDATE match SET fault_second = 'sleepy'",
        "UPDATE match SET fault_first = 'exit'",
        "UPDATE match SET transcript = zeroblob(30000000)",
        "UPDATE failure SET fault = 'sleepy'",
        "UPDATE failure SET seat = 7",
        "UPDATE failure SET ply = -1",
        "UPDATE log SET seat = -1",
        "UPDATE log SET marks = NULL",
        "UPDATE log SET marks = x'0005'",
        "UPDATE log SET marks = x'00000300'",
        "UPDATE log SET marks = x'0080'",
    ];
    let (_temp, folder) = complete();
    let good = fs::read(folder.ledger()).unwrap();
    for change in rows {
        fs::write(folder.ledger(), &good).unwrap();
        raw(&folder).execute_batch(change).unwrap();
        assert!(!seen(&folder).is_empty(), "{change}");
        let checked = Ledger::open_read_only(&folder).and_then(|ledger| ledger.check());
        assert!(matches!(checked, Ok(_) | Err(LedgerError::Damaged { .. })), "{change}: {checked:?}");
        let Ok(ledger) = Ledger::open_read_only(&folder) else { continue };
        if change.contains(" match ") {
            assert!(results(&ledger, 0).is_err() || change.contains("key = -5"), "{change}");
        } else {
            let parts = ["1.1.1.1", "1.1.2.1"].map(|key| ledger.private_parts(key.parse().unwrap()));
            assert!(parts.iter().any(Result::is_err), "{change}");
        }
    }
}

#[test]
fn bytes_flipped_anywhere_in_the_file_never_panic_and_never_give_another_result() {
    let (_temp, folder) = complete();
    let good = fs::read(folder.ledger()).unwrap();
    let results = |ledger: &Ledger| results(ledger, 0).and_then(|first| Ok((first, results(ledger, 1)?)));
    let right = results(&Ledger::open_read_only(&folder).unwrap()).unwrap();
    let (mut noticed, mut tried) = (0, 0);
    for place in (0..good.len()).step_by(if std::env::var_os("MUSTER_FULL").is_some() { 1 } else { 97 }) {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(folder.ledger(), &bad).unwrap();
        tried += 1;
        let Ok(ledger) = Ledger::open_read_only(&folder) else {
            noticed += 1;
            continue;
        };
        if let Ok(read) = results(&ledger) {
            assert!(read == right, "byte {place} changed a result");
        }
        noticed += usize::from(!matches!(ledger.check(), Ok(damage) if damage.is_empty()));
    }
    assert!(noticed > 10, "{noticed} of {tried}");
}

#[test]
fn reading_leaves_no_trace() {
    let (_temp, folder) = complete();
    let listing = || {
        let mut files: Vec<_> = fs::read_dir(folder.private())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| {
                (path.clone(), fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap())
            })
            .collect();
        files.sort();
        files
    };
    let before = listing();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    assert!(ledger.check().unwrap().is_empty());
    assert!(listing() == before);
    drop(ledger);
    assert!(listing() == before);
}

#[test]
fn nothing_can_be_written_through_a_ledger_that_is_read() {
    let (_temp, folder) = complete();
    let mut ledger = Ledger::open_read_only(&folder).unwrap();
    assert!(commit(&mut ledger, &[full_match("3.1.1.1")]).is_err());
    assert!(ledger.seal(2).is_err() && ledger.note("something").is_err());
}

#[test]
fn a_run_that_is_going_on_can_be_read() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("a run % with ?odd #characters"));
    commit(&mut ledger, &[full_match("1.1.1.1")]).unwrap();
    let reader = Ledger::open_read_only(&folder).unwrap();
    assert_eq!(reader.match_count().unwrap(), 1);
    commit(&mut ledger, &[full_match("1.1.2.1")]).unwrap();
    assert_eq!(reader.match_count().unwrap(), 2);
    drop(ledger);
    drop(reader);
    assert_eq!(Ledger::open_read_only(&folder).unwrap().match_count().unwrap(), 2);
}

/// Regression: only `verify` compared these with their hashes.
#[test]
fn a_log_or_a_failure_that_was_changed_is_not_read() {
    let (_temp, folder) = complete();
    let read = |folder: &RunFolder| {
        Ledger::open_read_only(folder)
            .unwrap()
            .private_parts(key("1.1.1.1"))
            .map(drop)
            .map_err(|error| error.to_string())
    };
    read(&folder).unwrap();
    for (change, named) in [
        ("UPDATE log SET bytes = CAST('I do cheat!' AS BLOB)", "a log of match 1.1.1.1 has been changed"),
        ("UPDATE log SET dropped = dropped + 1", "a log of match 1.1.1.1 has been changed"),
        ("UPDATE failure SET detail = 'it slept'", "a failure in match 1.1.1.1 has been changed"),
        ("UPDATE failure SET view = x'00'", "a failure in match 1.1.1.1 has been changed"),
    ] {
        let (_temp, folder) = complete();
        raw(&folder).execute_batch(change).unwrap();
        let error = read(&folder).unwrap_err();
        assert!(error.ends_with(named), "{change}: {error}");
    }
}

/// Regression: a flipped bit in one of these led to another root, which the report published.
#[test]
fn a_hash_that_was_changed_makes_no_other_root() {
    for (change, what) in [
        ("UPDATE failure SET hash = zeroblob(32)", "failure"),
        ("UPDATE log SET hash = zeroblob(32)", "log"),
        ("DELETE FROM log WHERE key = (SELECT min(key) FROM log)", "log"),
    ] {
        let (_temp, folder) = complete();
        raw(&folder).execute_batch(change).unwrap();
        let root = Ledger::open_read_only(&folder).unwrap().root(&terms(2));
        let told = root.map(drop).unwrap_err().to_string();
        assert!(told.ends_with(&format!("a {what} was changed, added or lost")), "{change}: {told}");
    }
}

/// Rows that no hash covers and no run writes.
#[test]
fn rows_that_no_run_writes_are_named() {
    for (change, named) in [
        ("INSERT INTO meta VALUES ('winner', 'Ada')", "an unknown fact"),
        ("INSERT INTO file_before VALUES (9, 'a.txt', x'41')", "a change that was never adopted"),
        ("INSERT INTO module VALUES (zeroblob(32), x'')", "a module that no entrant has"),
        (
            "UPDATE entrant SET id = id + 9 WHERE id = (SELECT max(id) FROM entrant)",
            "entrants whose numbers do not follow their order",
        ),
        ("UPDATE stage SET matches = NULL", "a stage that is only partly sealed"),
        ("UPDATE meta SET value = 'f00d' WHERE name = 'identity'", "not those that the run plays from"),
    ] {
        let (_temp, folder) = complete();
        let connection = raw(&folder);
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        connection.execute_batch(change).unwrap();
        drop(connection);
        let told = seen(&folder).join("\n");
        assert!(told.contains(named), "{change}: {told}");
    }
}

/// Regression: 250 MB of an untrusted log were read, hashed and copied several times.
#[test]
fn a_log_that_is_larger_than_any_can_be_is_refused_before_it_is_read() {
    let (_temp, folder) = complete();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let key = ledger.matches_after(None, 1).unwrap().remove(0).row.unwrap().row.key;
    drop(ledger);
    raw(&folder)
        .execute("UPDATE log SET bytes = zeroblob(?1) WHERE key = ?2", [(72 << 20) + 1, key.packed()])
        .unwrap();
    let told = "the log of seat 1 has 75497478 bytes; the limit is 75497472";
    assert!(seen(&folder).iter().any(|line| line.contains(told)), "{:?}", seen(&folder));
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let error = ledger.private_parts(key).unwrap_err().to_string();
    assert!(error.contains(told) && error.contains(&key.to_string()), "{error}");
}

#[cfg(unix)]
#[test]
fn what_is_private_is_readable_by_the_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    let _lock = ledger::RunLock::take(&folder).unwrap();
    commit(&mut ledger, &[full_match("1.1.1.1")]).unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder.private()), 0o700);
    let mut files = 0;
    for entry in fs::read_dir(folder.private()).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        files += 1;
    }
    // The ledger, its log and its shared memory, and the lock.
    assert!(files >= 3, "{files}");
}
