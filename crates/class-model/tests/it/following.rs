//! A record that is kept open: its facts always equal a fold of all events, with any number of writers.

mod random_steps;

use std::fs;

use class_model::{Actor, ClassError, ClassFolder, Event, Facts, Record, forget};
use faults::scratch;

use crate::support::{accepted, at, student};

fn new() -> (files::TemporaryDir, ClassFolder) {
    let top = scratch().expect("a folder");
    let folder = ClassFolder::at(top.path().join("class"));
    Record::create(&folder).expect("a class");
    (top, folder)
}

fn open(folder: &ClassFolder) -> Record {
    Record::open(folder).expect("a record")
}

/// The facts by a fold of all events.
fn folded(folder: &ClassFolder) -> Facts {
    open(folder).facts()
}

fn write(record: &mut Record, events: Vec<Event>) -> Facts {
    let decide = |_: &Facts, _| Ok::<_, ClassError>(events);
    record.write(&Actor::COMMAND_LINE, at("2026-11-02 10:00"), decide).expect("it is written").facts
}

fn announced(text: &str) -> Event {
    Event::Announced { text: text.to_owned(), section: None }
}

#[test]
fn what_another_has_written_is_read_on() {
    let (_top, folder) = new();
    let (mut one, mut two) = (open(&folder), open(&folder));
    assert!(!one.follow().expect("nothing is there"));
    write(&mut two, vec![announced("hello"), Event::Closed]);
    assert_eq!(one.facts().announcements().len(), 0, "not read yet");
    assert!(one.follow().expect("it is read"));
    assert_eq!(one.facts(), two.facts());
    assert!(!one.follow().expect("nothing is new"));
    // A record's own events are no news to it.
    write(&mut one, vec![announced("again")]);
    assert!(!one.follow().expect("nothing is new"));
    assert!(two.follow().expect("it is read"));
    assert_eq!(two.facts(), folded(&folder));
}

#[test]
fn whoever_writes_goes_by_what_others_have_written() {
    let (_top, folder) = new();
    let mut records: Vec<Record> = (0..3).map(|_| open(&folder)).collect();
    for number in 0..30 {
        let decide = |facts: &Facts, _| {
            assert_eq!(facts.announcements().len(), number);
            Ok::<_, ClassError>(vec![announced("hello")])
        };
        let moment = at("2026-11-02 10:00");
        records[number % 3].write(&Actor::COMMAND_LINE, moment, decide).expect("it is written");
    }
}

#[test]
fn a_snapshot_stays_what_it_was() {
    let (_top, folder) = new();
    let mut record = open(&folder);
    let before = write(&mut record, vec![announced("one")]);
    let after = write(&mut record, vec![announced("two")]);
    assert_eq!((before.announcements().len(), after.announcements().len()), (1, 2));
}

#[test]
fn what_fails_is_neither_written_nor_known() {
    let (_top, folder) = new();
    let mut record = open(&folder);
    let before = write(&mut record, vec![announced("one")]);
    let refuse = |_: &Facts, _| Err(ClassError::NoClass { path: "here".into() });
    assert!(record.write(&Actor::COMMAND_LINE, at("2026-11-03 10:00"), refuse).is_err());
    assert_eq!(record.facts(), before);
    write(&mut record, vec![announced("two")]);
    assert_eq!(record.facts(), folded(&folder));
}

/// Forgetting removes facts that were read before.
#[test]
fn whoever_follows_forgets_too() {
    let (_top, folder) = new();
    let (mut one, mut two) = (open(&folder), open(&folder));
    let enrolled = |id| Event::Enrolled(student(id, None, None));
    let when = at("2026-11-02 10:00");
    write(
        &mut two,
        vec![enrolled("ada"), accepted("ada", None, when, "x"), enrolled("ada"), enrolled("bob")],
    );
    one.follow().expect("it is read");
    let forgotten = forget(&one.facts(), "ada").expect("there is one");
    let facts = write(&mut two, vec![Event::Forgotten(forgotten), announced("after")]);
    assert_eq!(facts, folded(&folder));
    assert!(one.follow().expect("it is read"));
    assert_eq!(one.facts(), facts);
    assert!(one.facts().student("ada").is_none());
    two.sweep(&folder).expect("files are removed");
    write(&mut two, vec![announced("swept")]);
    assert!(one.follow().expect("it is read on"));
    assert_eq!(one.facts(), folded(&folder));
}

/// A replaced history is never taken for its continuation.
#[test]
fn a_past_that_is_another_is_found_by_whoever_follows() {
    let changes = [
        ("UPDATE event SET hash = zeroblob(32) WHERE number = 2", "event 2 has been changed"),
        ("DELETE FROM event WHERE number = 2", "event 2 is missing"),
        ("DELETE FROM event", "event 2 is missing"),
        ("CREATE TABLE other (a)", "it has a table `other` that muster did not create"),
        ("PRAGMA user_version = 5", "the class's record has schema version 5"),
    ];
    for (change, found) in changes {
        let (_top, folder) = new();
        let mut record = open(&folder);
        write(&mut record, vec![announced("one"), announced("two")]);
        let other = rusqlite::Connection::open(folder.record()).expect("a file");
        other.execute_batch(change).expect("a change");
        // A change of the version number alone is noticed with the next change of the schema, or on opening.
        other.execute_batch("CREATE TABLE passing (a); DROP TABLE passing").expect("a change");
        for error in [
            record.follow().err(),
            record
                .write(&Actor::COMMAND_LINE, at("2026-11-02 10:00"), |_, _| Ok::<_, ClassError>(Vec::new()))
                .err(),
        ] {
            let error = error.expect("it is found").to_string();
            assert!(error.contains(found), "{change}: {error}");
        }
    }
}

#[test]
fn news_that_are_not_what_was_written_are_found_by_whoever_follows() {
    let (_top, folder) = new();
    let mut record = open(&folder);
    write(&mut record, vec![announced("one")]);
    write(&mut open(&folder), vec![announced("two"), announced("three")]);
    let other = rusqlite::Connection::open(folder.record()).expect("a file");
    other.execute("UPDATE event SET body = replace(body, 't', 'T') WHERE number = 2", []).expect("a change");
    let error = record.follow().expect_err("it is found").to_string();
    assert!(error.contains("event 2 has been changed, or the previous event has"), "{error}");
    assert_eq!(record.facts().announcements().len(), 1, "what was known stays");
}

/// A class that was moved away and restored is another file of the same name.
#[test]
fn a_file_in_place_of_the_one_that_was_opened_is_opened() {
    let (top, folder) = new();
    let mut record = open(&folder);
    write(&mut record, vec![announced("one"), announced("two")]);
    let away = top.path().join("away");
    fs::rename(folder.root(), &away).expect("it is moved");
    Record::create(&folder).expect("a class");
    write(&mut open(&folder), vec![announced("new")]);
    assert!(record.follow().expect("it is read"));
    assert_eq!(record.facts(), folded(&folder));
    write(&mut record, vec![announced("more")]);
    assert_eq!(folded(&folder).announcements().len(), 2, "nothing went where nobody looks");
    assert_eq!(folded(&ClassFolder::at(away)).announcements().len(), 2);
}
