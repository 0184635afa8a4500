//! A database after crashes and failures.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use faults::{Disk, Fault, PointSample, each_crash, each_failure, scratch};
use rusqlite::{Connection, Error};

/// The settings of a database.
#[derive(Clone, Copy, Debug)]
struct Setup {
    journal: &'static str,
    synchronous: &'static str,
}

const WAL: Setup = Setup { journal: "WAL", synchronous: "FULL" };
/// With `FULL`, the journal's removal would not be on the disk when a commit returns.
const ROLLBACK: Setup = Setup { journal: "DELETE", synchronous: "EXTRA" };
const ROLLBACK_FULL: Setup = Setup { journal: "DELETE", synchronous: "FULL" };

const TRANSACTIONS: usize = 200;

fn open(root: &Path, setup: Setup) -> Result<Connection, Error> {
    let connection = Connection::open(root.join("database"))?;
    connection.pragma_update(None, "journal_mode", setup.journal)?;
    connection.pragma_update(None, "synchronous", setup.synchronous)?;
    // Makes the log be written to the database, and restarted, many times.
    connection.pragma_update(None, "wal_autocheckpoint", 30)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    Ok(connection)
}

/// Writes two rows in a transaction; sometimes they are longer than a page.
fn write(connection: &mut Connection, number: usize) -> Result<(), Error> {
    let transaction = connection.transaction()?;
    let length = if number.is_multiple_of(7) { 6000 } else { 100 };
    for half in 0..2 {
        let row = ((2 * number + half) as i64, vec![number as u8; length]);
        transaction.execute("INSERT INTO rows VALUES (?1, ?2)", row)?;
    }
    transaction.commit()
}

fn create(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch("CREATE TABLE IF NOT EXISTS rows (id INTEGER PRIMARY KEY, bytes BLOB) STRICT")
}

/// Returns the number of whole transactions, and checks that none is partial or missing before another.
fn transactions(root: &Path, setup: Setup) -> usize {
    let connection = open(root, setup).unwrap();
    let check: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    create(&connection).unwrap();
    let (rows, least, most, wrong) = connection
        .query_row(
            "SELECT count(*), ifnull(min(id), 0), ifnull(max(id) + 1, 0),
                    ifnull(sum(substr(bytes, 1, 1) <> unhex(printf('%02x', id / 2 % 256))), 0) FROM rows",
            [],
            |row| {
                Ok((
                    row.get::<_, i64>(0)?,
                    row.get::<_, i64>(1)?,
                    row.get::<_, i64>(2)?,
                    row.get::<_, i64>(3)?,
                ))
            },
        )
        .unwrap();
    assert_eq!((rows % 2, least, most, wrong), (0, 0, rows, 0));
    rows as usize / 2
}

fn recorded(setup: Setup, transactions: usize) -> faults::History {
    let folder = scratch().unwrap();
    let disk = Disk::watch(folder.path()).unwrap();
    let mut connection = open(folder.path(), setup).unwrap();
    create(&connection).unwrap();
    for number in 0..transactions {
        write(&mut connection, number).unwrap();
        disk.acknowledge();
    }
    drop(connection);
    assert_eq!(disk.unseen().unwrap(), Vec::<std::path::PathBuf>::new());
    disk.history()
}

fn check_every_crash(setup: Setup, sample: PointSample, least: usize) {
    let history = recorded(setup, TRANSACTIONS);
    let what = format!("a database with {} and {}", setup.journal, setup.synchronous);
    let tried = each_crash(&what, &history, sample, |left, crash| {
        let found = transactions(left, setup);
        let promised = crash.acknowledged();
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
    });
    tried.tell();
    assert_eq!(tried.points, tried.of);
    assert!(tried.states >= least, "{tried}");
}

#[test]
fn no_crash_loses_what_a_log_promised() {
    check_every_crash(WAL, PointSample { points: usize::MAX, losses: 4, seed: 2 }, 5000);
}

#[test]
fn no_crash_loses_what_a_rollback_journal_promised() {
    check_every_crash(ROLLBACK, PointSample { points: usize::MAX, losses: 2, seed: 3 }, 5000);
}

/// The simulation finds states that SQLite permits: with `FULL`, the last transaction may be rolled back.
#[test]
fn a_removal_that_is_not_synced_is_found() {
    let history = recorded(ROLLBACK_FULL, 10);
    let mut lost = 0;
    let _ = each_crash(
        "without a sync of the directory",
        &history,
        PointSample { points: usize::MAX, losses: 9, seed: 4 },
        |left, crash| {
            lost += usize::from(transactions(left, ROLLBACK_FULL) < crash.acknowledged());
        },
    );
    assert!(lost > 0);
}

#[test]
fn a_failure_is_told_and_loses_nothing() {
    for setup in [WAL, ROLLBACK] {
        let course = |root: &Path, written: &mut usize| -> Result<(), Error> {
            let mut connection = open(root, setup)?;
            create(&connection)?;
            while *written < 12 {
                write(&mut connection, *written)?;
                *written += 1;
            }
            Ok(())
        };
        let whole = scratch().unwrap();
        let recorded = Disk::watch(whole.path()).unwrap();
        course(whole.path(), &mut 0).unwrap();
        let sample = PointSample { points: usize::MAX, losses: 0, seed: 5 };
        let what = format!("a database with {}", setup.journal);
        let mut told = 0;
        let tried = each_failure(&what, recorded.operations(), sample, |number, fault| {
            let folder = scratch().unwrap();
            let disk = Disk::failing(folder.path(), number, fault).unwrap();
            let mut written = 0;
            let first = course(folder.path(), &mut written);
            assert!(disk.was_hit());
            assert!(first.is_ok() || !matches!(fault, Fault::Short), "{first:?}");
            told += usize::from(first.is_err());
            let found = transactions(folder.path(), setup);
            assert!(written <= found && found <= written + 1, "{written} were promised, {found} are there");
            written = found;
            course(folder.path(), &mut written).unwrap();
            assert_eq!(transactions(folder.path(), setup), 12);
        });
        tried.tell();
        assert!(tried.points >= 500 && told > tried.points / 4, "{told} of {tried}");
    }
}

/// Really stops the course instead of only reading its history.
#[test]
fn a_process_that_is_gone_leaves_what_it_promised() {
    for number in (0..60).map(|number| 3 * number) {
        let folder = scratch().unwrap();
        let disk = Disk::stopping(folder.path(), number).unwrap();
        let mut promised = 0;
        let course = || -> Result<(), Error> {
            let mut connection = open(folder.path(), WAL)?;
            create(&connection)?;
            loop {
                write(&mut connection, promised)?;
                promised += 1;
            }
        };
        assert!({ course }().is_err());
        assert_eq!((disk.was_hit(), disk.operations()), (true, number));
        drop(disk);
        let found = transactions(folder.path(), WAL);
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
    }
}

#[test]
fn files_outside_are_left_alone() {
    let (watched, outside) = (scratch().unwrap(), scratch().unwrap());
    let disk = Disk::stopping(watched.path(), 0).unwrap();
    let mut connection = open(outside.path(), WAL).unwrap();
    create(&connection).unwrap();
    write(&mut connection, 0).unwrap();
    drop(connection);
    assert_eq!((disk.operations(), transactions(outside.path(), WAL)), (0, 1));
    assert!(open(watched.path(), WAL).is_err());
}
