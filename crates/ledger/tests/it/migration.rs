//! A run of schema 5: read unchanged, or migrated with the original kept.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::fs;
use std::path::Path;

use common::{complete, raw, terms};
use faults::{Disk, Sample, each_crash};
use game::Seat;
use ledger::{Ledger, LedgerError, RunFolder, RunKind, State};
use referee::Reason;
use rusqlite::Connection;
use tempfile::TempDir;

/// The roots that the program printed at that time: `tests/fixtures/schema-5/README.md`.
const CUP: &str = "7c6db32bd4bd6fe36b9974bf12b8a65a10f42d042f2ed3b1fa70fdc751635f14";
const CUP_BEFORE: &str = "da8b5bb3ca849a9803b05549fac04ec222ef6c1d1741c41910ce2e2647cd0ceb";
const TEST: &str = "d5a0a4387405506f225425ce2899ae50777f6a157510033dd608f7e9f4ebd39b";

/// A run's folder with a ledger of the fixtures.
fn fixture(name: &str) -> (TempDir, RunFolder) {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    folder.create().unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/schema-5");
    fs::copy(fixtures.join(format!("{name}.sqlite")), folder.ledger()).unwrap();
    (temp, folder)
}

/// Every file of a run's private part with its bytes.
fn files(folder: &RunFolder) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder.private())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// The number of matches in a file that must be a ledger of schema 5.
fn matches_of_schema_5(path: &Path) -> i64 {
    let ledger = Connection::open(path).unwrap();
    let version: i64 = ledger.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 5);
    ledger.query_row("SELECT count(*) FROM match", [], |row| row.get(0)).unwrap()
}

/// Checks the contents of the cup of schema 5, however it was opened.
fn check_cup(ledger: &Ledger) {
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
    let header = ledger.header().unwrap();
    assert_eq!((header.kind, header.game.as_str()), (RunKind::Tournament, "tank-war"));
    assert!(ledger.entrants().unwrap().iter().all(|entrant| entrant.size.is_none()));
    assert_eq!(ledger.root(&terms(2)).unwrap().unwrap().to_string(), CUP);
    let before = ledger.root_at(State::default(), &terms(2), &|_| true).unwrap();
    assert_eq!(before.to_string(), CUP_BEFORE, "entrants before an adopted change hash as they did");
    let mut names: Vec<&str> = Vec::new();
    let mut logged = 0;
    ledger
        .for_each_match(None, |stored| {
            let row = stored.verified().unwrap();
            assert!(!matches!(&row.reason, Reason::Rules { words } if words.contains("forfeit")));
            names.push(row.reason.name());
            let parts = ledger.private_parts(row.key)?;
            for seat in Seat::BOTH {
                let (loss, closing) = &parts[seat];
                let fault = loss.as_ref().map(|loss| loss.failure.fault);
                assert!(row.reason == Reason::BothOutOfTime || row.reason.faults()[seat] == fault);
                logged += usize::from(!closing.log.is_empty());
                assert!(closing.log_marks.is_empty());
            }
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    names.sort_unstable();
    let count = |name| names.iter().filter(|other| **other == name).count();
    let kinds = ["rules", "forfeit", "double-forfeit", "both-out-of-time", "ply-limit"];
    assert_eq!(kinds.map(count), [8, 30, 4, 2, 2]);
    assert!(logged == 15 && !ledger.keeps_log_marks());
}

#[test]
fn it_is_read_where_it_is_and_the_folder_stays_as_it_is() {
    let (_temp, folder) = fixture("cup");
    let before = files(&folder);
    let ledger = Ledger::open_read_only(&folder).unwrap();
    check_cup(&ledger);
    assert!(files(&folder) == before);
    drop(ledger);
    assert!(files(&folder) == before);
    let (_temp, folder) = fixture("test");
    let ledger = Ledger::open_read_only(&folder).unwrap();
    assert_eq!(ledger.header().unwrap().kind, RunKind::SequentialTest);
    assert_eq!(ledger.root(&terms(1)).unwrap().unwrap().to_string(), TEST);
}

/// Reading alone does not migrate a run, so a caller may still refuse it.
#[test]
fn what_is_read_before_it_is_migrated_is_what_is_read_afterwards() {
    for name in ["cup", "test"] {
        let (_temp, folder) = fixture(name);
        let seen = |ledger: &Ledger| {
            let mut rows = Vec::new();
            let each = |row| -> Result<(), LedgerError> {
                rows.push(row);
                Ok(())
            };
            ledger.for_each_match(None, each).unwrap();
            let parts: Vec<_> = rows.iter().map(|row| ledger.private_parts(row.row.key).unwrap()).collect();
            (ledger.header().unwrap(), ledger.entrants().unwrap(), ledger.files().unwrap(), rows, parts)
        };
        let before = seen(&Ledger::open_read_only(&folder).unwrap());
        let ledger = Ledger::open(&folder).unwrap();
        assert!(seen(&ledger) == before);
        assert_eq!(ledger.original(), Some(&*folder.ledger_of_schema_5()));
        drop(ledger);
        assert!(seen(&Ledger::open_read_only(&folder).unwrap()) == before);
        assert_eq!(Ledger::open(&folder).unwrap().original(), None);
    }
}

#[test]
fn an_original_that_is_kept_is_never_replaced() {
    let (_temp, folder) = fixture("cup");
    let second = folder.private().join("ledger.schema-5.2.sqlite");
    let third = folder.private().join("ledger.schema-5.3.sqlite");
    fs::write(folder.ledger_of_schema_5(), b"somebody's own").unwrap();
    fs::create_dir(&second).unwrap();
    assert_eq!(Ledger::open(&folder).unwrap().original(), Some(&*third));
    assert_eq!(fs::read(folder.ledger_of_schema_5()).unwrap(), b"somebody's own");
    assert_eq!(matches_of_schema_5(&third), 46);
    // Put back and migrated again, the same original is kept once.
    fs::copy(&third, folder.ledger()).unwrap();
    assert_eq!(Ledger::open(&folder).unwrap().original(), Some(&*third));
    let (_other, test) = fixture("test");
    fs::copy(test.ledger(), folder.ledger()).unwrap();
    assert_eq!(
        Ledger::open(&folder).unwrap().original(),
        Some(&*folder.private().join("ledger.schema-5.4.sqlite"))
    );
    assert_eq!(matches_of_schema_5(&third), 46);
}

/// The link would lead to the new ledger, and the original would be lost.
#[cfg(unix)]
#[test]
fn a_link_to_the_ledger_is_not_taken_for_its_original() {
    let (_temp, folder) = fixture("cup");
    std::os::unix::fs::symlink("ledger.sqlite", folder.ledger_of_schema_5()).unwrap();
    let original = Ledger::open(&folder).unwrap().original().unwrap().to_owned();
    assert!(original != folder.ledger_of_schema_5());
    assert_eq!(matches_of_schema_5(&original), 46);
}

#[test]
fn to_be_written_it_is_replaced_and_the_original_is_kept() {
    let (_temp, folder) = fixture("cup");
    let mut ledger = Ledger::open(&folder).unwrap();
    check_cup(&ledger);
    // New rows are hashed by the old rules.
    let ruling = ledger.rulings().unwrap().as_slice()[0].clone();
    ledger.add_ruling(&ruling).unwrap();
    drop(ledger);
    let ledger = Ledger::open(&folder).unwrap();
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
    assert!(ledger.root(&terms(2)).unwrap().unwrap().text().starts_with("muster root 1\n"));
    let now = ledger.states().unwrap();
    let before = ledger.root_at(now[now.len() - 2], &terms(2), &|_| true).unwrap();
    assert_eq!(before.to_string(), CUP);
    drop(ledger);
    assert_eq!(matches_of_schema_5(&folder.ledger_of_schema_5()), 46);
    // The original can take its place again.
    fs::rename(folder.ledger_of_schema_5(), folder.ledger()).unwrap();
    check_cup(&Ledger::open_read_only(&folder).unwrap());
}

/// The leftovers of a program that is killed during a migration, step by step.
#[test]
fn killed_at_any_point_the_old_ledger_is_whole_or_the_new_one_is() {
    let (_temp, folder) = fixture("cup");
    let old = fs::read(folder.ledger()).unwrap();
    drop(Ledger::open(&folder).unwrap());
    let (new, kept) = (fs::read(folder.ledger()).unwrap(), fs::read(folder.ledger_of_schema_5()).unwrap());
    let fresh = folder.private().join("ledger.new");
    let steps: [&dyn Fn(); 6] = [
        // The log was put into the main file.
        &|| fs::write(folder.ledger(), &kept).unwrap(),
        // The copy is half written, with its journal.
        &|| {
            fs::write(&fresh, &new[..new.len() / 2]).unwrap();
            fs::write(folder.private().join("ledger.new-journal"), b"a journal").unwrap();
        },
        // The copy is complete, and the original has its second name.
        &|| {
            fs::write(&fresh, &new).unwrap();
            fs::hard_link(folder.ledger(), folder.ledger_of_schema_5()).unwrap();
        },
        // Without links: the original is half copied.
        &|| fs::write(folder.private().join("ledger.original"), &kept[..100]).unwrap(),
        // Without links: the original is copied, and the copy is in its place.
        &|| {
            fs::write(folder.ledger(), &kept).unwrap();
            fs::write(folder.ledger_of_schema_5(), &kept).unwrap();
        },
        // The new ledger is in its place.
        &|| {
            fs::write(folder.ledger_of_schema_5(), &kept).unwrap();
            fs::rename(&fresh, folder.ledger()).unwrap_or_else(|_| fs::write(folder.ledger(), &new).unwrap());
        },
    ];
    for (number, step) in (1..).zip(steps) {
        for (name, _) in files(&folder) {
            fs::remove_file(folder.private().join(name)).unwrap();
        }
        fs::write(folder.ledger(), &old).unwrap();
        step();
        assert!(folder.holds_run(), "step {number}");
        check_cup(&Ledger::open_read_only(&folder).unwrap());
        check_cup(&Ledger::open(&folder).unwrap());
        assert!(matches_of_schema_5(&folder.ledger_of_schema_5()) == 46 && !fresh.exists(), "step {number}");
        assert_eq!(
            files(&folder).iter().filter(|(name, _)| name.contains("schema-5")).count(),
            1,
            "step {number}"
        );
    }
}

/// A log left over from the old ledger would be taken for that of the new one.
#[test]
fn nobody_reads_it_while_it_is_replaced() {
    let (_temp, folder) = fixture("cup");
    let reader = raw(&folder);
    reader.busy_timeout(std::time::Duration::ZERO).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM match").unwrap();
    let Err(error) = Ledger::open(&folder) else { panic!("it was replaced") };
    let told = "cannot migrate the ledger from schema 5: another program is using it";
    assert_eq!(error.to_string(), told);
    assert!(!folder.ledger_of_schema_5().exists());
    drop(reader);
    check_cup(&Ledger::open(&folder).unwrap());
}

#[test]
fn damage_is_carried_over_and_named() {
    let cases = [
        (
            "UPDATE match SET reason = 'forfeit: sleepy' WHERE key = (SELECT min(key) FROM match WHERE forfeit = 1)",
            "sleepy",
        ),
        (
            "UPDATE match SET reason = 'mate' WHERE key = (SELECT min(key) FROM match WHERE forfeit = 1)",
            "has been changed",
        ),
        (
            "UPDATE match SET reason = 'mate' WHERE key = (SELECT min(key) FROM match WHERE forfeit = 0)",
            "has been changed",
        ),
        (
            "UPDATE match SET forfeit = 9 WHERE key = (SELECT min(key) FROM match WHERE forfeit = 2)",
            "has been changed",
        ),
        ("UPDATE log SET dropped = dropped + 1", "a log of match"),
        ("DELETE FROM failure", "a failure in match"),
        ("DELETE FROM module", "the module of"),
        ("UPDATE entrant SET settings = 'other'", "not those that the run plays from"),
        ("UPDATE entrant_before SET settings = 'other'", "adopted change 1"),
    ];
    for (change, named) in cases {
        let (_temp, folder) = fixture("cup");
        let connection = raw(&folder);
        connection.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(connection.execute(change, []).unwrap() > 0, "{change}");
        drop(connection);
        let damage = match Ledger::open_read_only(&folder).and_then(|ledger| ledger.check()) {
            Ok(damage) => damage.join("\n"),
            Err(error) => error.to_string(),
        };
        assert!(damage.contains(named), "{change}: {damage}");
    }
    for change in ["CREATE TABLE more (x)", "DROP TABLE host_log", "CREATE INDEX i ON match (reason)"] {
        let (_temp, folder) = fixture("cup");
        raw(&folder).execute_batch(change).unwrap();
        assert!(Ledger::open_read_only(&folder).is_err() && Ledger::open(&folder).is_err(), "{change}");
        assert!(!folder.ledger_of_schema_5().exists());
    }
}

#[test]
fn a_schema_that_is_not_known_is_told_in_one_sentence() {
    let (_temp, folder) = complete();
    for (version, told) in [
        (
            4,
            "the ledger has schema version 4, and this program reads versions 5, 6 and 7: only the version of muster that wrote it can read it",
        ),
        (
            8,
            "the ledger has schema version 8, and this program reads versions 5, 6 and 7: update muster to read it",
        ),
    ] {
        raw(&folder).pragma_update(None, "user_version", version).unwrap();
        for opened in [Ledger::open(&folder), Ledger::open_read_only(&folder)] {
            assert_eq!(opened.err().unwrap().to_string(), told);
        }
    }
}

/// However the machine stops, either the old or the new ledger is there, and after resuming, the original beside it.
#[test]
fn a_migration_that_stops_anywhere_is_made_up_for() {
    let (temp, folder) = fixture("cup");
    let matches = matches_of_schema_5(&folder.ledger());
    let disk = Disk::watch(temp.path()).unwrap();
    drop(Ledger::open(&folder).unwrap());
    disk.acknowledge();
    assert_eq!(disk.unseen().unwrap(), Vec::<std::path::PathBuf>::new());
    let sample = Sample { points: 60, losses: 3, seed: 15 };
    let tried = each_crash("migration", &disk.history(), sample, |left, _| {
        let folder = RunFolder::at(left.join("run"));
        assert_eq!(
            Ledger::open_read_only(&folder).unwrap().root(&terms(2)).unwrap().unwrap().to_string(),
            CUP
        );
        assert_eq!(Ledger::open(&folder).unwrap().root(&terms(2)).unwrap().unwrap().to_string(), CUP);
        assert_eq!(matches_of_schema_5(&folder.ledger_of_schema_5()), matches);
        let names = files(&folder).into_iter().map(|(name, _)| name).filter(|name| name.contains("schema-5"));
        assert_eq!(names.count(), 1, "it is kept once");
    });
    tried.tell();
    assert!(tried.points > 30, "{tried}");
}
