//! The record: events are there, in order, and changes to it are found.

use crate::support;

use std::fs;
use std::os::unix::fs::symlink;

use class_model::{Actor, ClassError, ClassFolder, Event, Facts, Hash, Moment, Record};
use support::{accepted, at, student};
use tempfile::TempDir;

fn new() -> (TempDir, ClassFolder) {
    let top = tempfile::tempdir().expect("a folder");
    let folder = ClassFolder::at(top.path().join("class"));
    Record::create(&folder).expect("a class");
    (top, folder)
}

fn write(folder: &ClassFolder, now: Moment, events: Vec<Event>) -> class_model::WriteSummary {
    let decide = |_: &Facts, _: Moment| Ok::<_, ClassError>(events);
    Record::open(folder).expect("a record").write(&Actor::COMMAND_LINE, now, decide).expect("it is written")
}

fn facts(folder: &ClassFolder) -> Result<Facts, ClassError> {
    Record::open_to_read(folder).map(|record| record.facts())
}

fn some_events() -> Vec<Event> {
    vec![
        Event::Enrolled(student("ada", None, None)),
        accepted("ada", None, at("2026-11-02 10:00"), "x"),
        Event::Announced { text: "hello".to_owned(), section: None },
        Event::Closed,
    ]
}

#[test]
fn what_was_written_is_read_again() {
    let (_top, folder) = new();
    let written = write(&folder, at("2026-11-02 10:00"), some_events());
    assert_eq!(facts(&folder).expect("facts"), written.facts);
    assert_eq!(written.facts.submissions().count(), 1);
    assert_eq!(written.facts.closed(), Some(at("2026-11-02 10:00")));
}

#[test]
fn time_never_goes_back() {
    let (_top, folder) = new();
    write(&folder, at("2026-11-02 10:00"), vec![Event::Closed]);
    let earlier = write(&folder, at("2026-11-02 09:59"), vec![Event::Reopened]);
    assert_eq!((earlier.at, earlier.behind), (at("2026-11-02 10:00"), 60_000));
}

#[test]
fn there_is_one_class_in_a_folder() {
    let (_top, folder) = new();
    assert!(matches!(Record::create(&folder), Err(ClassError::HoldsClass { .. })));
    let nothing = ClassFolder::at(folder.root().join("nothing"));
    assert!(matches!(Record::open(&nothing), Err(ClassError::NoClass { .. })));
}

#[test]
fn a_decision_that_fails_writes_nothing() {
    let (_top, folder) = new();
    write(&folder, at("2026-11-02 10:00"), some_events());
    let refused = Record::open(&folder).expect("a record").write(
        &Actor::COMMAND_LINE,
        at("2026-11-03 10:00"),
        |_, _| Err::<Vec<Event>, _>(ClassError::NoClass { path: "here".into() }),
    );
    assert!(refused.is_err());
    assert_eq!(facts(&folder).expect("facts").last(), Some(at("2026-11-02 10:00")));
}

/// Any change to any column of any row is found.
#[test]
fn changes_are_found() {
    for (column, value) in [
        ("at", "at + 1"),
        ("kind", "'closed'"),
        ("body", "replace(body, 'a', 'b')"),
        ("salt", "zeroblob(16)"),
        ("content", "zeroblob(32)"),
        ("hash", "zeroblob(32)"),
        ("number", "number + 10"),
        ("role", "'student'"),
        ("role", "NULL"),
        ("actor", "replace(actor, 'teacher', 'student')"),
        ("actor", "NULL"),
    ] {
        let (_top, folder) = new();
        write(&folder, at("2026-11-02 10:00"), some_events());
        let connection = rusqlite::Connection::open(folder.record()).expect("a file");
        connection
            .execute(&format!("UPDATE event SET {column} = {value} WHERE number = 2"), [])
            .expect("a change");
        drop(connection);
        let found = facts(&folder).expect_err("it is found").to_string();
        assert!(found.contains("the class's record is damaged: event "), "{column}: {found}");
    }
}

#[test]
fn a_row_that_is_gone_from_the_middle_is_missed() {
    let (_top, folder) = new();
    write(&folder, at("2026-11-02 10:00"), some_events());
    let connection = rusqlite::Connection::open(folder.record()).expect("a file");
    connection.execute("DELETE FROM event WHERE number = 2", []).expect("a change");
    drop(connection);
    assert_eq!(
        facts(&folder).expect_err("found").to_string(),
        "the class's record is damaged: event 2 is missing"
    );
}

#[test]
fn the_views_show_the_current_students_and_what_was_handed_in() {
    let (_top, folder) = new();
    let renamed = class_model::Student { name: "Ada L.".to_owned(), ..student("ada", None, None) };
    write(&folder, at("2026-11-02 10:00"), [some_events(), vec![Event::Enrolled(renamed)]].concat());
    let connection = rusqlite::Connection::open(folder.record()).expect("a file");
    let one = |query: &str| connection.query_row(query, [], |row| row.get::<_, String>(0)).expect("one row");
    assert_eq!(one("SELECT group_concat(id || ' ' || name) FROM student"), "ada Ada L.");
    assert_eq!(
        one("SELECT number || ' ' || student || ' ' || door || ' ' || received FROM submission"),
        "1 ada accepted 2026-11-02 09:00:00"
    );
}

#[test]
fn files_are_kept_by_their_hash() {
    let (_top, folder) = new();
    let hash = folder.keep(b"bot").expect("it is kept");
    assert_eq!(hash, Hash::digest(b"bot"));
    assert_eq!(folder.keep(b"bot").expect("again"), hash);
    assert_eq!(folder.read(&hash, 100).expect("bytes"), b"bot");
    assert!(folder.read(&hash, 2).is_err());
    // A damaged file is not returned; handing it in again repairs it.
    fs::write(folder.file(&hash), "bat").expect("a change");
    assert!(matches!(folder.read(&hash, 100), Err(ClassError::NotTheFile { .. })));
    folder.keep(b"bot").expect("it is kept");
    assert_eq!(folder.read(&hash, 100).expect("bytes"), b"bot");
    let leftovers = fs::read_dir(folder.files()).expect("a folder").count();
    assert_eq!(leftovers, 1, "nothing but the folder of the file");
}

#[test]
fn a_link_in_place_of_a_part_is_refused() {
    let (top, folder) = new();
    let elsewhere = top.path().join("elsewhere");
    fs::rename(folder.files(), &elsewhere).expect("moved");
    symlink(&elsewhere, folder.files()).expect("a link");
    assert!(folder.keep(b"bot").is_err());
    assert!(Record::open(&folder).is_err());
    assert_eq!(fs::read_dir(elsewhere).expect("a folder").count(), 0);
}

/// Concurrent writers lose no events, and each sees all earlier ones.
#[test]
fn writers_wait_for_one_another() {
    let (_top, folder) = new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut record = Record::open(&folder).expect("a record");
                for _ in 0..10 {
                    let decide = |facts: &Facts, _: Moment| {
                        let text = facts.announcements().len().to_string();
                        Ok::<_, ClassError>(vec![Event::Announced { text, section: None }])
                    };
                    record
                        .write(&Actor::COMMAND_LINE, at("2026-11-02 10:00"), decide)
                        .expect("it is written");
                }
            });
        }
    });
    let facts = facts(&folder).expect("facts");
    let texts: Vec<String> = facts.announcements().iter().map(|dated| dated.what.text.clone()).collect();
    assert_eq!(texts, (0..40).map(|number| number.to_string()).collect::<Vec<_>>());
}
