//! A machine that stops at any operation on the disk, or meets a failure there: acknowledged data survives, and the
//! course continues to the same end.

use crate::support;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use class_model::{
    Actor, Admission, ClassError, ClassFolder, Event, Facts, Hash, Record, Submission, forget,
};
use faults::{Disk, Fault, PointSample, each_crash, each_failure, scratch};
use support::{TEXT, accepted, at, record_of_version_3, student};

/// The hand-ins in order, with their submitters; some are equal.
const HANDED_IN: [(&str, &str); 7] = [
    ("ada", "one"),
    ("bob", "two"),
    ("ada", "three"),
    ("eve", "one"),
    ("bob", "four"),
    ("eve", "five"),
    ("ada", "one"),
];

/// The student who is forgotten in the end, with files that no other student has.
const GONE: &str = "bob";
const WHEN: &str = "2026-11-02 10:00";

/// A submitted file of some pages.
fn bytes(name: &str) -> Vec<u8> {
    name.repeat(3000).into_bytes()
}

fn write(folder: &ClassFolder, decide: impl FnOnce(&Facts) -> Vec<Event>) -> Result<(), ClassError> {
    let decide = |facts: &Facts, _| Ok::<_, ClassError>(decide(facts));
    Record::open(folder)?.write(&Actor::COMMAND_LINE, at(WHEN), decide).map(drop)
}

fn hand_in(folder: &ClassFolder, (by, name): (&str, &str)) -> Result<(), ClassError> {
    let hash = folder.keep(&bytes(name))?;
    write(folder, |facts| {
        let Event::Submitted(submission) = accepted(by, None, at(WHEN), name) else { return Vec::new() };
        let submission =
            Submission { handed_in: hash, admission: Admission::Accepted { module: hash }, ..submission };
        let enrolled = facts.student(by).is_none().then(|| Event::Enrolled(student(by, None, None)));
        enrolled.into_iter().chain([Event::Submitted(submission)]).collect()
    })
}

/// Performs the remaining steps; calls `promised` after each.
fn course(top: &Path, mut promised: impl FnMut()) -> Result<(), ClassError> {
    let folder = ClassFolder::at(top.join("class"));
    if !folder.holds_class() {
        Record::create(&folder)?;
    }
    if !folder.text().is_file() {
        files::replace(&folder.text(), None, |out| out.write_all(TEXT.as_bytes()))
            .map_err(not_written(&folder.text()))?;
    }
    promised();
    let facts = Record::open(&folder)?.facts();
    let is_over = facts.closed().is_some();
    let done = if is_over { HANDED_IN.len() } else { facts.submissions().count() };
    (0..done).for_each(|_| promised());
    for one in &HANDED_IN[done..] {
        hand_in(&folder, *one)?;
        promised();
    }
    if !is_over {
        write(&folder, |_| {
            vec![Event::Announced { text: "enough".to_owned(), section: None }, Event::Closed]
        })?;
    }
    promised();
    let (backup, again) = (top.join("backup.zip"), ClassFolder::at(top.join("again")));
    if !backup.is_file() {
        let fill = |out: &mut _| match folder.back_up(out, &backup, &[]) {
            Ok(_) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        };
        files::replace(&backup, files::private(), fill).map_err(not_written(&backup))?;
    }
    promised();
    if !again.holds_class() {
        let file = fs::File::open(&backup).map_err(not_written(&backup))?;
        again.restore(file, &backup)?;
    }
    promised();
    write(&folder, |facts| forget(facts, GONE).map(Event::Forgotten).into_iter().collect())?;
    Record::open(&folder)?.sweep(&folder)?;
    promised();
    Ok(())
}

fn not_written(path: &Path) -> impl Fn(io::Error) -> ClassError {
    move |source| ClassError::File { action: "write", path: path.to_owned(), source }
}

/// Returns the number of finished steps of [`course`], and checks that no step is half done.
fn there(top: &Path) -> usize {
    let (folder, again) = (ClassFolder::at(top.join("class")), ClassFolder::at(top.join("again")));
    if !folder.holds_class() || !folder.text().is_file() {
        return 0;
    }
    let facts = whole(&folder);
    assert_eq!(
        facts.closed().is_some(),
        !facts.announcements().is_empty(),
        "half of what was written together"
    );
    assert!(!again.root().exists() || again.holds_class(), "half a class");
    let restored = again.holds_class().then(|| whole(&again));
    let own = HANDED_IN.iter().filter(|(by, _)| *by == GONE);
    if facts.closed().is_some() && facts.student(GONE).is_none() {
        assert_eq!(restored.map(|facts| facts.submissions().count()), Some(HANDED_IN.len()));
        return ALL
            - usize::from(
                own.map(|(_, name)| folder.file(&Hash::digest(&bytes(name)))).any(|file| file.exists()),
            );
    }
    assert!(restored.as_ref().is_none_or(|restored| *restored == facts));
    let steps = [facts.closed().is_some(), top.join("backup.zip").is_file(), restored.is_some()];
    1 + facts.submissions().count() + steps.iter().filter(|step| **step).count()
}

/// Returns the facts of a class, after checking that every file they name is whole.
fn whole(folder: &ClassFolder) -> Facts {
    let facts = Record::open(folder).map(|record| record.facts()).expect("the record is whole");
    for (number, submission) in facts.submissions() {
        let (by, name) = HANDED_IN[number as usize - 1];
        assert_eq!((submission.by.as_str(), submission.handed_in), (by, Hash::digest(&bytes(name))));
        assert!(facts.student(by).is_some());
        assert_eq!(folder.read(&submission.handed_in, 1 << 20).expect("the file is whole"), bytes(name));
    }
    facts
}

const ALL: usize = 1 + HANDED_IN.len() + 4;

#[test]
fn a_class_that_stops_anywhere_has_what_it_promised_and_goes_on() {
    let top = scratch().expect("a folder");
    let disk = Disk::watch(top.path()).expect("a disk");
    course(top.path(), || disk.acknowledge()).expect("a course");
    assert_eq!(disk.unseen().expect("a folder"), Vec::<std::path::PathBuf>::new());
    let expected = whole(&ClassFolder::at(top.path().join("class")));
    let sample = PointSample { points: 300, losses: 5, seed: 8 };
    let tried = each_crash("class", &disk.history(), sample, |left, crash| {
        let (found, promised) = (there(left), crash.acknowledged());
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        course(left, || ()).expect("it goes on");
        assert_eq!(there(left), ALL);
        assert_eq!(whole(&ClassFolder::at(left.join("class"))), expected);
    });
    tried.tell();
    assert!(tried.points >= 250, "{tried}");
}

#[test]
fn a_failure_is_told_and_the_class_goes_on_from_what_is_there() {
    let top = scratch().expect("a folder");
    let recorded = Disk::watch(top.path()).expect("a disk");
    course(top.path(), || ()).expect("a course");
    let operations = recorded.operations();
    drop(recorded);
    let sample = PointSample { points: 200, losses: 0, seed: 9 };
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
    tried.tell();
    assert!(told > tried.points / 10, "{told} of {tried}");
}

/// Continues a record of an earlier version, which is kept open: makes announcements, and forgets all students.
fn go_on(top: &Path, mut promised: impl FnMut()) -> Result<(), ClassError> {
    let folder = ClassFolder::at(top.join("class"));
    let mut record = Record::open(&folder)?;
    let (done, is_gone) = (record.facts().announcements().len(), record.facts().students().is_empty());
    (1..done + usize::from(is_gone)).for_each(|_| promised());
    let mut write = |record: &mut Record, decide: &dyn Fn(&Facts) -> Vec<Event>| {
        let decide = |facts: &Facts, _| Ok::<_, ClassError>(decide(facts));
        record.write(&Actor::COMMAND_LINE, at("2026-11-25 10:00"), decide)?;
        promised();
        Ok::<_, ClassError>(())
    };
    for number in done..ANNOUNCED {
        let text = format!("announcement {number}");
        write(&mut record, &|_| vec![Event::Announced { text: text.clone(), section: None }])?;
    }
    if !is_gone {
        write(&mut record, &|facts| forget(facts, "4711").map(Event::Forgotten).into_iter().collect())?;
    }
    record.sweep(&folder)?;
    Ok(())
}

/// Number of announcements in the end, one of them from before.
const ANNOUNCED: usize = 5;

/// Returns the number of finished steps of [`go_on`], and the facts.
fn gone_on(top: &Path) -> (usize, Facts) {
    let facts =
        Record::open(&ClassFolder::at(top.join("class"))).map(|record| record.facts()).expect("it is whole");
    (facts.announcements().len() - 1 + usize::from(facts.students().is_empty()), facts)
}

#[test]
fn a_record_of_an_earlier_version_that_stops_anywhere_goes_on() {
    let top = scratch().expect("a folder");
    record_of_version_3(top.path());
    let disk = Disk::watch(top.path()).expect("a disk");
    go_on(top.path(), || disk.acknowledge()).expect("a course");
    let (all, expected) = gone_on(top.path());
    assert_eq!(all, ANNOUNCED);
    let sample = PointSample { points: 100, losses: 5, seed: 10 };
    let tried = each_crash("class record", &disk.history(), sample, |left, crash| {
        let (found, promised) = (gone_on(left).0, crash.acknowledged());
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        go_on(left, || ()).expect("it goes on");
        assert_eq!(gone_on(left), (all, expected.clone()));
    });
    tried.tell();
    assert!(tried.points >= 30, "{tried}");
}

#[test]
fn a_record_that_is_kept_open_tells_a_failure_and_is_opened_again() {
    let top = scratch().expect("a folder");
    record_of_version_3(top.path());
    let recorded = Disk::watch(top.path()).expect("a disk");
    go_on(top.path(), || ()).expect("a course");
    let operations = recorded.operations();
    drop(recorded);
    let sample = PointSample { points: 100, losses: 0, seed: 11 };
    let tried = each_failure("class record", operations, sample, |number, fault| {
        let top = scratch().expect("a folder");
        record_of_version_3(top.path());
        let disk = Disk::failing(top.path(), number, fault).expect("a disk");
        let mut promised = 0;
        let first = go_on(top.path(), || promised += 1);
        assert!(disk.was_hit());
        assert!(first.is_ok() || fault != Fault::Short, "{first:?}");
        let found = gone_on(top.path()).0;
        assert!(promised <= found && found <= promised + 1, "{promised} were promised, {found} are there");
        go_on(top.path(), || ()).expect("the next try succeeds");
        assert_eq!(gone_on(top.path()).0, ANNOUNCED);
    });
    tried.tell();
    assert!(tried.points >= 30, "{tried}");
}
