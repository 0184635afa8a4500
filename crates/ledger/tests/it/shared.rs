//! Modules that a class stores once for all of its runs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{MODULE, adopt, begin, entrants, files, header, raw, terms};
use faults::{Disk, PointSample, each_crash, scratch};
use hash::Hash;
use ledger::{Adoption, EntrantRow, Inputs, Ledger, LedgerError, RunFolder};

/// Stores a file as a class does.
fn keep(class: &Path, bytes: &[u8]) -> PathBuf {
    let name = Hash::digest(bytes).to_string();
    let folder = class.join("files").join(&name[..2]);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(&name), bytes).unwrap();
    folder.join(name)
}

fn version(folder: &RunFolder) -> i64 {
    raw(folder).pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// Returns `true` if the bytes are in the ledger's file or in its log.
fn holds(folder: &RunFolder, bytes: &[u8]) -> bool {
    let files = ["ledger.sqlite", "ledger.sqlite-wal"].map(|name| fs::read(folder.private().join(name)));
    files.into_iter().flatten().any(|file| file.windows(bytes.len()).any(|part| part == bytes))
}

#[test]
fn a_run_below_a_class_names_its_modules_and_a_run_elsewhere_has_them() {
    let temp = tempfile::tempdir().unwrap();
    keep(&temp.path().join("ki"), MODULE);
    let hash = Hash::digest(MODULE);
    let roots = ["ki/runs/cup", "ki/ladder/0001", "elsewhere/cup"].map(|place| {
        let (folder, ledger) = begin(&temp.path().join(place));
        let is_within = place.starts_with("ki");
        assert_eq!(ledger.shared_modules().unwrap().contains(&hash), is_within, "{place}");
        assert_eq!((holds(&folder, MODULE), version(&folder)), (!is_within, 6 + i64::from(is_within)));
        for opened in [Ledger::open(&folder).unwrap(), Ledger::open_read_only(&folder).unwrap()] {
            assert_eq!(opened.module(hash).unwrap().unwrap(), MODULE);
            assert_eq!(opened.check().unwrap(), [""; 0]);
        }
        ledger.root(&terms(0)).unwrap().map(|root| root.to_string())
    });
    assert!(roots[0].is_some() && roots.iter().all(|root| *root == roots[0]), "{roots:?}");
}

/// A program of version 6 would take unknown contents for damage.
#[test]
fn a_ledger_whose_version_was_lowered_is_refused() {
    let temp = tempfile::tempdir().unwrap();
    keep(&temp.path().join("ki"), MODULE);
    let (folder, ledger) = begin(&temp.path().join("ki/runs/cup"));
    drop(ledger);
    raw(&folder).pragma_update(None, "user_version", 6).unwrap();
    for error in [Ledger::open(&folder).err(), Ledger::open_read_only(&folder).err()] {
        let error = error.expect("it is refused").to_string();
        assert!(error.contains("its schema version is 6, but its contents need version 7"), "{error}");
    }
}

/// Computing the column always fails, and checking pages computes it.
#[test]
fn a_generated_column_is_refused_before_it_is_computed() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, ledger) = begin(&temp.path().join("cup"));
    drop(ledger);
    raw(&folder)
        .execute_batch(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, 'size TEXT,',
                 'size TEXT, slow INTEGER NOT NULL AS (abs(-9223372036854775807 - (id > -9))),') WHERE name = 'entrant';",
        )
        .unwrap();
    for error in [Ledger::open(&folder).err(), Ledger::open_read_only(&folder).err()] {
        let error = error.expect("it is refused").to_string();
        assert!(error.contains("its table `entrant` is not the one that muster creates"), "{error}");
    }
}

/// A file with the right name and other bytes is not the module.
#[test]
fn a_run_has_what_its_class_does_not_keep() {
    let temp = tempfile::tempdir().unwrap();
    let kept = keep(&temp.path().join("ki"), MODULE);
    fs::write(&kept, b"something else").unwrap();
    let (folder, ledger) = begin(&temp.path().join("ki/runs/cup"));
    assert_eq!(ledger.shared_modules().unwrap(), BTreeSet::new());
    assert!(holds(&folder, MODULE));
}

#[test]
fn who_joins_later_is_shared_as_well() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("ki/runs/cup"));
    let other: &[u8] = b"\0asm and another";
    keep(&temp.path().join("ki"), other);
    let hash = Hash::digest(other);
    let joins = EntrantRow { name: "New".to_owned(), module: Some(hash), joined: 1, ..entrants().remove(0) };
    let all: Vec<EntrantRow> = entrants().into_iter().chain([joins]).collect();
    let modules = [(Hash::digest(MODULE), MODULE), (hash, other)];
    let inputs = Inputs { header: &header(), entrants: &all, modules: &modules, files: &files() };
    let adoption = Adoption {
        changes: vec!["entrant 3 is new".to_owned()],
        matches: 0,
        rulings: 0,
        before: header().toml,
    };
    ledger.adopt(&adoption, inputs, None).unwrap();
    assert_eq!(ledger.shared_modules().unwrap(), BTreeSet::from([hash]));
    assert_eq!((ledger.module(hash).unwrap().unwrap().as_slice(), version(&folder)), (other, 7));
    assert!(holds(&folder, MODULE) && !holds(&folder, other));
    assert_eq!(ledger.check().unwrap(), [""; 0]);
}

#[test]
fn a_run_that_lost_its_class_says_what_helps_and_is_given_its_modules() {
    let temp = tempfile::tempdir().unwrap();
    keep(&temp.path().join("ki"), MODULE);
    let hash = Hash::digest(MODULE);
    let (folder, mut ledger) = begin(&temp.path().join("ki/runs/cup"));
    adopt(&mut ledger, &header().toml, 0);
    drop(ledger);
    let moved = RunFolder::at(temp.path().join("moved"));
    fs::rename(folder.root(), moved.root()).unwrap();
    let mut ledger = Ledger::open(&moved).unwrap();
    let lost = ledger.module(hash).unwrap_err();
    assert!(matches!(&lost, LedgerError::Unshared { .. }), "{lost}");
    let told = moved.explain(&lost);
    assert!(told.hints.iter().any(|hint| hint.contains("muster class embed")), "{told:?}");
    assert!(matches!(ledger.check(), Err(LedgerError::Unshared { .. })));
    // Other bytes are refused, and so are none.
    for wrong in [Some(b"\0asm of another".to_vec()), None] {
        let refused = ledger.embed_modules(|_| wrong.clone());
        assert!(matches!(refused, Err(LedgerError::Unshared { .. })), "{refused:?}");
        assert_eq!(version(&moved), 7);
    }
    assert_eq!(ledger.embed_modules(|_| Some(MODULE.to_vec())).unwrap(), 1);
    assert_eq!((ledger.module(hash).unwrap().unwrap().as_slice(), version(&moved)), (MODULE, 6));
    assert_eq!(ledger.check().unwrap(), [""; 0]);
    assert_eq!(ledger.embed_modules(|_| None).unwrap(), 0);
}

/// A module deleted with a student's data is reported as withheld, even if it was never in the record.
#[test]
fn a_shared_module_can_be_withheld() {
    let temp = tempfile::tempdir().unwrap();
    let kept = keep(&temp.path().join("ki"), MODULE);
    let hash = Hash::digest(MODULE);
    let (_, mut ledger) = begin(&temp.path().join("ki/runs/cup"));
    assert_eq!(ledger.withhold(&[hash]).unwrap(), 1);
    assert!(kept.is_file(), "a run deletes nothing of the class's");
    assert!(matches!(ledger.module(hash), Err(LedgerError::Withheld { .. })));
    assert_eq!(ledger.withheld().unwrap(), BTreeSet::from([hash]));
    assert_eq!(ledger.check().unwrap(), [""; 0]);
}

#[test]
fn embedding_that_stops_anywhere_has_embedded_all_or_nothing() {
    let scratch = scratch().unwrap();
    keep(&scratch.path().join("ki"), MODULE);
    let place = "ki/runs/cup";
    let disk = Disk::watch(scratch.path()).unwrap();
    let (_, mut ledger) = begin(&scratch.path().join(place));
    disk.acknowledge();
    ledger.embed_modules(|_| None).unwrap();
    disk.acknowledge();
    drop(ledger);
    let hash = Hash::digest(MODULE);
    let sample = PointSample { points: 120, losses: 5, seed: 3 };
    let tried = each_crash("embedding", &disk.history(), sample, |left, crash| {
        let folder = RunFolder::at(left.join(place));
        if crash.acknowledged() == 0 && !folder.holds_run() {
            return;
        }
        keep(&left.join("ki"), MODULE);
        let ledger = Ledger::open_read_only(&folder).unwrap();
        assert_eq!(ledger.module(hash).unwrap().unwrap(), MODULE);
        let shares = ledger.shared_modules().unwrap().contains(&hash);
        assert!(!(crash.acknowledged() == 2 && shares), "it was embedded");
        assert_eq!(ledger.check().unwrap(), [""; 0]);
    });
    tried.tell();
    assert!(tried.states > 20, "{tried}");
}
