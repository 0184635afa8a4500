//! A wrong clock, and the corrected record.

use crate::support;

use class_model::{Actor, ClassError, ClassFolder, ClockFault, Event, Facts, Moment, Record, Submission};
use support::{accepted, at, student};
use tempfile::TempDir;

/// A class whose clock was 400 days ahead for one hand-in, the second. It was right again for the next two.
fn class() -> (TempDir, ClassFolder) {
    let top = tempfile::tempdir().expect("a folder");
    let folder = ClassFolder::at(top.path().join("class"));
    Record::create(&folder).expect("a class");
    let enrolled = ["ada", "bee"].map(|id| Event::Enrolled(student(id, None, None))).to_vec();
    write(&folder, at("2026-11-02 10:00"), enrolled);
    hand_in(&folder, "ada", at("2026-11-20 10:00"), None);
    hand_in(&folder, "bee", at("2027-12-25 10:00"), None);
    let ahead = at("2027-12-25 10:00");
    for (id, clock) in [("ada", at("2026-11-20 12:00")), ("bee", at("2026-11-20 13:00"))] {
        assert_eq!(hand_in(&folder, id, ahead, Some(clock)), ahead);
    }
    write(
        &folder,
        at("2026-11-20 14:00"),
        vec![Event::Announced { text: "who set the clock?".to_owned(), section: None }],
    );
    (top, folder)
}

fn write(folder: &ClassFolder, now: Moment, events: Vec<Event>) -> class_model::WriteSummary {
    let decide = |_: &Facts, _: Moment| Ok::<_, ClassError>(events);
    open(folder).write(&Actor::COMMAND_LINE, now, decide).expect("it is written")
}

fn hand_in(folder: &ClassFolder, id: &str, received: Moment, clock: Option<Moment>) -> Moment {
    let Event::Submitted(one) = accepted(id, None, received, &format!("{id} {clock:?}")) else {
        return received;
    };
    write(folder, clock.unwrap_or(received), vec![Event::Submitted(Submission { clock, ..one })]).at
}

fn open(folder: &ClassFolder) -> Record {
    Record::open(folder).expect("a record")
}

fn received(facts: &Facts) -> Vec<Moment> {
    facts.submissions().map(|(_, one)| one.received).collect()
}

#[test]
fn a_clock_400_days_ahead_for_one_hand_in_is_corrected_and_later_ones_have_their_own_moments() {
    let (_top, folder) = class();
    let now = at("2026-11-20 15:00");
    let mut follower = open(&folder);
    let fault = ClockFault { since: 4, events: 4, before: Some(at("2026-11-20 10:00")) };
    assert_eq!(open(&folder).clock_fault(now).expect("it is read"), Some(fault));
    let corrected =
        open(&folder).correct_clock(&Actor::COMMAND_LINE, now, None, "battery").expect("it is written");
    let facts = corrected.expect("there was a fault").facts;
    let right = ["10:00", "10:00", "12:00", "13:00"].map(|time| at(&format!("2026-11-20 {time}")));
    assert_eq!(received(&facts), right);
    assert_eq!(facts.last(), Some(now));
    assert_eq!(facts.announcements()[0].at, at("2026-11-20 13:00"), "not before what came before it");
    // A follower and a fresh reader agree.
    assert!(follower.follow().expect("it is read"));
    assert_eq!(follower.facts(), facts);
    assert_eq!(open(&folder).facts(), facts);
    assert_eq!(open(&folder).clock_fault(now).expect("it is read"), None);
    // Time goes on from now; the history keeps the recorded time.
    let later = write(&folder, at("2026-11-20 16:00"), vec![Event::Closed]);
    assert_eq!((later.at, later.behind), (at("2026-11-20 16:00"), 0));
    let entry = open(&folder).entry(4).expect("it is read").expect("an event");
    assert_eq!(entry.at, at("2027-12-25 10:00"));
    assert!(
        open(&folder)
            .correct_clock(&Actor::COMMAND_LINE, at("2026-11-20 17:00"), None, "")
            .expect("read")
            .is_none()
    );
}

#[test]
fn the_teacher_may_say_when_it_happened_and_a_second_fault_leaves_the_first_correction() {
    let (_top, folder) = class();
    let (now, happened) = (at("2026-11-20 15:00"), at("2026-11-20 11:30"));
    let correct = |now, happened| {
        open(&folder).correct_clock(&Actor::COMMAND_LINE, now, happened, "").expect("written")
    };
    let facts = correct(now, Some(happened)).expect("there was a fault").facts;
    assert_eq!(received(&facts)[1], happened);
    hand_in(&folder, "ada", at("2030-01-01 10:00"), None);
    let again = at("2026-11-21 10:00");
    let fault = open(&folder).clock_fault(again).expect("it is read").expect("a fault");
    assert_eq!((fault.since, fault.events, fault.before), (9, 1, Some(now)));
    let facts = correct(again, None).expect("there was a fault").facts;
    assert_eq!(received(&facts)[1..], [happened, at("2026-11-20 12:00"), at("2026-11-20 13:00"), now]);
    assert_eq!(open(&folder).facts(), facts);
}

/// A correction made while the clock was still ahead is itself corrected by the next one.
#[test]
fn a_correction_by_a_clock_that_is_still_wrong_is_corrected() {
    let (_top, folder) = class();
    let correct = |now| open(&folder).correct_clock(&Actor::COMMAND_LINE, now, None, "").expect("written");
    assert_eq!(received(&correct(at("2027-01-01 10:00")).expect("a fault").facts)[1], at("2026-11-20 10:00"));
    let facts = correct(at("2026-11-20 15:00")).expect("a fault").facts;
    assert_eq!(
        received(&facts)[1..],
        ["10:00", "12:00", "13:00"].map(|time| at(&format!("2026-11-20 {time}")))
    );
    assert_eq!(facts.last(), Some(at("2026-11-20 15:00")));
}

/// Lowering the version must not let an earlier program read events that it does not know.
#[test]
fn a_record_whose_version_was_lowered_is_refused() {
    let (_top, folder) = class();
    open(&folder)
        .correct_clock(&Actor::COMMAND_LINE, at("2026-11-20 15:00"), None, "")
        .expect("it is written")
        .expect("there was a fault");
    let file = rusqlite::Connection::open(folder.record()).expect("a file");
    file.pragma_update(None, "user_version", 3).expect("a change");
    drop(file);
    let found = Record::open_to_read(&folder).err().expect("it is refused").to_string();
    assert!(
        found.contains("event 8 has kind clock-corrected, which schema version 3 does not support"),
        "{found}"
    );
}

/// Computing the column always fails, and checking pages computes it.
#[test]
fn a_generated_column_is_refused_before_it_is_computed() {
    let (_top, folder) = class();
    let file = rusqlite::Connection::open(folder.record()).expect("a file");
    file.execute_batch(
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = replace(sql, 'hash BLOB NOT NULL',
             'hash BLOB NOT NULL, slow INTEGER NOT NULL AS (abs(-9223372036854775807 - (number > 0)))') WHERE name = 'event';",
    )
    .expect("a change");
    drop(file);
    for found in [Record::open(&folder).err(), Record::open_to_read(&folder).err()] {
        let found = found.expect("it is refused").to_string();
        assert!(found.contains("its table `event` is not the one that muster creates"), "{found}");
    }
}
