//! Files that are not ledgers are refused, and damage is reported once and in plain words.

use ledger::RecordedMatch;

use super::*;

#[test]
fn a_file_that_is_no_ledger_of_ours_is_refused_and_never_run() {
    let cases = [
        ("another version", "PRAGMA user_version = 99"),
        ("a trigger", "CREATE TRIGGER t AFTER INSERT ON match BEGIN DELETE FROM match; END"),
        (
            "a trigger with a name of SQLite's own",
            "CREATE TRIGGER t AFTER INSERT ON match BEGIN DELETE FROM match; END; PRAGMA writable_schema = 1; \
             UPDATE sqlite_schema SET name = 'sqlite_t', sql = replace(sql, 'TRIGGER t', 'TRIGGER sqlite_t') \
             WHERE name = 't'",
        ),
        ("a view in place of a table", "DROP TABLE log; CREATE VIEW log AS SELECT 1 AS key"),
        (
            "a view without end",
            "DROP TABLE ruling; CREATE VIEW ruling AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
             SELECT i AS id, '' AS text, x'' AS hash FROM n",
        ),
        ("a table too many", "CREATE TABLE more (x)"),
        ("a table too few", "DROP TABLE host_log"),
        ("other columns", "DROP TABLE meta; CREATE TABLE meta (value, name)"),
        ("an index", "CREATE INDEX i ON match (words)"),
        ("no facts", "DELETE FROM meta"),
    ];
    let (_temp, folder) = complete();
    let good = fs::read(folder.ledger()).unwrap();
    for (what, change) in cases {
        fs::write(folder.ledger(), &good).unwrap();
        raw(&folder).execute_batch(change).unwrap();
        assert!(Ledger::open_read_only(&folder).is_err(), "{what} is read");
        assert!(Ledger::open(&folder).is_err(), "{what} is written");
    }
    for bytes in [&b""[..], b"SQLite format 3\0", &[7; 5000], &good[..good.len() / 2], &good[..100]] {
        fs::write(folder.ledger(), bytes).unwrap();
        let damage = seen(&folder);
        assert!(!damage.is_empty(), "{} bytes", bytes.len());
        drop(Ledger::open(&folder).map(|ledger| ledger.check()));
    }
}

/// An error with its causes, as a command prints it.
fn printed(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", printed(cause)),
        None => error.to_string(),
    }
}

#[test]
fn damage_is_told_in_plain_words_and_once() {
    let cases = [
        (
            "CREATE TRIGGER tr AFTER INSERT ON match BEGIN DELETE FROM match; END",
            "the ledger is damaged: it has a trigger `tr` that muster did not create",
        ),
        (
            "DROP TABLE meta; CREATE TABLE meta (value, name)",
            "the ledger is damaged: its table `meta` is not the one that muster creates",
        ),
        ("DROP TABLE host_log", "the ledger is damaged: it has no table `host_log`"),
        (
            "PRAGMA user_version = 0",
            "the ledger is damaged: it has no schema version, so muster did not write it",
        ),
    ];
    let (_temp, folder) = complete();
    let good = fs::read(folder.ledger()).unwrap();
    for (change, told) in cases {
        fs::write(folder.ledger(), &good).unwrap();
        raw(&folder).execute_batch(change).unwrap();
        for opened in [Ledger::open(&folder), Ledger::open_read_only(&folder)] {
            assert_eq!(printed(&opened.err().unwrap()), told);
        }
    }
    let torn = &good[..good.len() / 2 + 100];
    for (bytes, told) in [
        (&b""[..], "the ledger is damaged: it is empty"),
        (&[7; 5000], "the ledger is damaged: file is not a database (SQLite error 26)"),
        (torn, "the ledger is damaged: database disk image is malformed (SQLite error 11)"),
    ] {
        fs::write(folder.ledger(), bytes).unwrap();
        assert_eq!(printed(&Ledger::open_read_only(&folder).err().unwrap()), told);
    }
}

#[test]
fn an_error_of_sqlite_is_told_once_with_its_number() {
    let (_temp, folder) = complete();
    let mut ledger = Ledger::open(&folder).unwrap();
    let again = ledger.matches_after(None, 1).unwrap().remove(0).row.unwrap().row;
    let (_, record) = full_match("1.1.1.1");
    let error = ledger.commit([&RecordedMatch::new(again, record)]).unwrap_err();
    assert_eq!(
        printed(&error),
        "cannot write matches: UNIQUE constraint failed: match.key (SQLite error 1555)"
    );
    let other = raw(&folder);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = ledger.note("something").unwrap_err();
    assert_eq!(printed(&error), "cannot write to the host's log: another program is using it");
}

#[cfg(unix)]
#[test]
fn a_file_that_the_system_refuses_is_told_in_its_words() {
    use std::os::unix::fs::symlink;
    let (temp, folder) = complete();
    let other = temp.path().join("other.sqlite");
    fs::rename(folder.ledger(), &other).unwrap();
    symlink(&other, folder.ledger()).unwrap();
    let error = Ledger::open(&folder).err().unwrap();
    assert!(matches!(error, LedgerError::Link { .. }), "{error}");
    symlink(&other, folder.private().join("lock")).unwrap_or_else(|_| {
        fs::remove_file(folder.private().join("lock")).unwrap();
        symlink(&other, folder.private().join("lock")).unwrap();
    });
    let error = ledger::RunLock::take(&folder).err().unwrap();
    assert!(matches!(error, LedgerError::Link { .. }), "{error}");
}
