//! A class whose machine stops at any operation on the disk, or meets a failure there: what was acknowledged is there,
//! and the course goes on to what it would have been.

use crate::support;

use std::io::{Cursor, Write};
use std::path::Path;

use class::{ClassError, ClassFolder, Door, Event, Facts, Hash, Record, Submission};
use faults::{Disk, Fault, Sample, each_crash, each_failure, scratch};
use support::{TEXT, accepted, at, student};

/// Who hands in, one after the other; some hand in the same.
const HANDED_IN: [(&str, &str); 7] = [
    ("ada", "one"),
    ("bob", "two"),
    ("ada", "three"),
    ("eve", "one"),
    ("bob", "four"),
    ("eve", "five"),
    ("ada", "one"),
];

const WHEN: &str = "2026-11-02 10:00";

/// What is handed in: some pages long.
fn bytes(name: &str) -> Vec<u8> {
    name.repeat(3000).into_bytes()
}

fn write(folder: &ClassFolder, decide: impl FnOnce(&Facts) -> Vec<Event>) -> Result<(), ClassError> {
    Record::open(folder)?.write(at(WHEN), |facts, _| Ok::<_, ClassError>(decide(facts))).map(drop)
}

fn hand_in(folder: &ClassFolder, (by, name): (&str, &str)) -> Result<(), ClassError> {
    let hash = folder.keep(&bytes(name))?;
    write(folder, |facts| {
        let Event::Submitted(submission) = accepted(by, None, at(WHEN), name) else { return Vec::new() };
        let submission = Submission { handed_in: hash, door: Door::Accepted { module: hash }, ..submission };
        let enrolled = facts.student(by).is_none().then(|| Event::Enrolled(student(by, None, None)));
        enrolled.into_iter().chain([Event::Submitted(submission)]).collect()
    })
}

/// Does what is not done yet; `promised` is called after each step.
fn course(top: &Path, mut promised: impl FnMut()) -> Result<(), ClassError> {
    let folder = ClassFolder::at(top.join("class"));
    if !folder.holds_class() {
        Record::create(&folder)?;
    }
    if !folder.text().is_file() {
        let written = files::replace(&folder.text(), None, |out| out.write_all(TEXT.as_bytes()));
        written.map_err(|source| ClassError::File { action: "write", path: folder.text(), source })?;
    }
    promised();
    let done = Record::open(&folder)?.facts()?.submissions().count();
    (0..done).for_each(|_| promised());
    for one in &HANDED_IN[done..] {
        hand_in(&folder, *one)?;
        promised();
    }
    if Record::open(&folder)?.facts()?.closed().is_none() {
        write(&folder, |_| vec![Event::Announced { text: "enough".to_owned() }, Event::Closed])?;
    }
    promised();
    let again = ClassFolder::at(top.join("again"));
    if !again.holds_class() {
        let mut backup = Cursor::new(Vec::new());
        folder.back_up(&mut backup, Path::new("backup"), &[])?;
        again.restore(Cursor::new(backup.into_inner()), Path::new("backup"))?;
    }
    promised();
    Ok(())
}

/// How many steps of [`course`] are there, and that none is by half.
fn there(top: &Path) -> usize {
    let folder = ClassFolder::at(top.join("class"));
    if !folder.holds_class() || !folder.text().is_file() {
        return 0;
    }
    let facts = whole(&folder);
    let handed_in = facts.submissions().count();
    assert_eq!(
        facts.closed().is_some(),
        !facts.announcements().is_empty(),
        "half of what was written together"
    );
    let again = ClassFolder::at(top.join("again"));
    if again.holds_class() {
        assert_eq!(whole(&again), facts);
    }
    assert!(!again.root().exists() || again.holds_class(), "half a class");
    1 + handed_in + usize::from(facts.closed().is_some()) + usize::from(again.holds_class())
}

/// What a class says, once every file that it names is found whole.
fn whole(folder: &ClassFolder) -> Facts {
    let facts = Record::open(folder).and_then(|record| record.facts()).expect("the record is whole");
    for (number, (_, submission)) in facts.submissions().enumerate() {
        let (by, name) = HANDED_IN[number];
        assert_eq!((submission.by.as_str(), submission.handed_in), (by, Hash::of(&bytes(name))));
        assert!(facts.student(by).is_some());
        assert_eq!(folder.read(&submission.handed_in, 1 << 20).expect("the file is whole"), bytes(name));
    }
    facts
}

const ALL: usize = 1 + HANDED_IN.len() + 2;

#[test]
fn a_class_that_stops_anywhere_has_what_it_promised_and_goes_on() {
    let top = scratch().expect("a folder");
    let disk = Disk::watch(top.path()).expect("a disk");
    course(top.path(), || disk.acknowledge()).expect("a course");
    assert_eq!(disk.unseen().expect("a folder"), Vec::<std::path::PathBuf>::new());
    let expected = whole(&ClassFolder::at(top.path().join("class")));
    let sample = Sample { points: 400, losses: 5, seed: 8 };
    let tried = each_crash("class", &disk.history(), sample, |left, crash| {
        let (found, promised) = (there(left), crash.acknowledged());
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        course(left, || ()).expect("it goes on");
        assert_eq!(there(left), ALL);
        assert_eq!(whole(&ClassFolder::at(left.join("class"))), expected);
    });
    assert!(tried.points >= 300, "{tried}");
}

#[test]
fn a_failure_is_told_and_the_class_goes_on_from_what_is_there() {
    let top = scratch().expect("a folder");
    let recorded = Disk::watch(top.path()).expect("a disk");
    course(top.path(), || ()).expect("a course");
    let operations = recorded.operations();
    drop(recorded);
    let sample = Sample { points: 300, losses: 0, seed: 9 };
    let mut told = 0;
    let tried = each_failure("class", operations, sample, |number, fault| {
        let top = scratch().expect("a folder");
        let disk = Disk::failing(top.path(), number, fault).expect("a disk");
        let mut promised = 0;
        let first = course(top.path(), || promised += 1);
        assert!(disk.was_hit());
        assert!(first.is_ok() || fault != Fault::Short, "{first:?}");
        told += usize::from(first.is_err());
        let found = there(top.path());
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        course(top.path(), || ()).expect("the next try succeeds");
        assert_eq!(there(top.path()), ALL);
    });
    assert!(told > tried / 10, "{told} of {tried}");
}
