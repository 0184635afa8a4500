//! Runs, tournaments and the ladder have their places in a class's folder, and are in its backup.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use class_model::{Actor, ClassError, ClassFolder, Event, Facts, Hash, Record, RunPlace};

use crate::support::{TEXT, at};

fn new(root: &Path) -> ClassFolder {
    let folder = ClassFolder::at(root);
    Record::create(&folder).expect("a class");
    fs::write(folder.text(), TEXT).expect("a text");
    folder
}

/// Writes a file, and creates its directories.
fn put(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, bytes).expect("a file");
}

/// Writes a run's record as a SQLite file.
fn put_run(run: &Path) {
    let ledger = run.join("private/ledger.sqlite");
    put(&ledger, b"");
    rusqlite::Connection::open(ledger)
        .and_then(|file| file.execute_batch("CREATE TABLE a (b)"))
        .expect("a run");
}

#[test]
fn a_place_in_the_folder_is_relative_to_it() {
    let top = tempfile::tempdir().expect("a folder");
    let top = top.path().canonicalize().expect("a folder");
    let folder = new(&top.join("ki"));
    let (own, other) = (folder.runs().join("cup"), top.join("cup"));
    for run in [&own, &other, &folder.ladder().join("0001")] {
        fs::create_dir_all(run).expect("a directory");
    }
    assert_eq!(folder.place_of(&own).as_deref(), Some("runs/cup"));
    assert_eq!(folder.at_place("runs/cup"), own);
    let elsewhere = other.to_str().expect("UTF-8");
    assert_eq!(folder.place_of(&other).as_deref(), Some(elsewhere));
    assert_eq!(folder.at_place(elsewhere), other);
    assert_eq!(folder.place_of(&top.join("nothing")), None);
    let around = |run: &Path| ClassFolder::around(run).map(|folder| folder.root().to_owned());
    assert_eq!(around(&own).as_deref(), Some(folder.root()));
    assert_eq!(around(&folder.ladder().join("0001")).as_deref(), Some(folder.root()));
    assert_eq!(around(&other), None);
    assert_eq!(around(&folder.files()), None);
}

#[test]
fn a_backup_has_tournaments_and_runs_and_names_those_elsewhere() {
    let top = tempfile::tempdir().expect("a folder");
    let folder = new(&top.path().join("ki"));
    put(&folder.tournaments().join("cup.toml"), b"[tournament]\n");
    put_run(&folder.runs().join("cup"));
    put(&folder.runs().join("cup/site/index.html"), b"<p>");
    put_run(&folder.ladder().join("0001"));
    let elsewhere = top.path().join("elsewhere");
    put_run(&elsewhere);
    let began = |run: &Path| {
        let place = folder.place_of(run).expect("a place");
        Event::RunBegan(RunPlace { run: Hash::digest(place.as_bytes()), folder: place })
    };
    let events = vec![began(&folder.runs().join("cup")), began(&elsewhere)];
    let decide = |_: &Facts, _| Ok::<_, ClassError>(events);
    let mut record = Record::open(&folder).expect("a record");
    record.write(&Actor::COMMAND_LINE, at("2026-11-02 10:00"), decide).expect("it is written");
    let mut file = Cursor::new(Vec::new());
    let backup = folder.back_up(&mut file, Path::new("ki.zip"), &[]).expect("a backup");
    assert_eq!((backup.runs, backup.cycles, backup.others), (1, 1, 4));
    assert_eq!(backup.others_left, []);
    let other = elsewhere.canonicalize().expect("a path").display().to_string();
    assert_eq!(backup.elsewhere, [other]);
    // The run is found at the class's new place.
    fs::remove_dir_all(folder.root()).expect("it is removed");
    let again = ClassFolder::at(top.path().join("again"));
    file.set_position(0);
    let restored = again.restore(file, Path::new("ki.zip")).expect("a class");
    assert_eq!((restored.runs, restored.cycles, restored.elsewhere), (1, 1, backup.elsewhere));
    let places: Vec<_> = restored.facts.places().map(|(_, place)| again.at_place(place)).collect();
    assert!(places.contains(&again.runs().join("cup")), "{places:?}");
    assert!(again.runs().join("cup/private/ledger.sqlite").is_file());
    assert!(again.tournaments().join("cup.toml").is_file());
}

#[test]
fn a_backup_has_the_opponents_files_that_are_within_the_folder_and_says_why_others_are_not() {
    let top = tempfile::tempdir().expect("a folder");
    let folder = new(&top.path().join("ki"));
    put(&folder.root().join("opponents/hard.wasm"), b"\0asm hard");
    put(&top.path().join("outside.wasm"), b"\0asm outside");
    put(&folder.private().join("secret.wasm"), b"\0asm secret");
    let named = ["opponents/hard.wasm", "../outside.wasm", "Private/secret.wasm", "missing.wasm"];
    let mut file = Cursor::new(Vec::new());
    let backup = folder.back_up(&mut file, Path::new("ki.zip"), &named).expect("a backup");
    assert_eq!(backup.opponents, ["opponents/hard.wasm"]);
    let left: Vec<&str> = backup.left.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(left, named[1..]);
    let not_within = "it is outside the class's folder";
    assert!(backup.left[..2].iter().all(|(_, why)| why == not_within), "{:?}", backup.left);
    let again = ClassFolder::at(top.path().join("again"));
    file.set_position(0);
    let restored = again.restore(file, Path::new("ki.zip")).expect("a class");
    assert_eq!(restored.opponents, backup.opponents);
    assert_eq!(fs::read(again.root().join(named[0])).expect("a file"), b"\0asm hard");
}
