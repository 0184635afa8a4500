//! Operations on a class, without a command line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod course;
mod crashes;
mod forgotten_meanwhile;
mod played_runs;
mod simulated;
mod submitting;
#[path = "../../examples/term.rs"]
#[expect(dead_code, reason = "its `main` is for `cargo run --example`")]
mod term;

use std::path::Path;

use class_model::roster::Columns;
use class_model::{Access, Actor, ClassFolder, Event, Hash, Moment, Person, Reader, Record, Secret};
use class_operations::announcement::{Announce, announce};
use class_operations::class_text::{adopt, preview_adoption};
use class_operations::deadlines::{
    ClockChange, CorrectClock, Extend, check_clock, close, confirm_clock, correct_clock, extend, reopen,
};
use class_operations::freezing::{Release, freeze, release, seen};
use class_operations::history::{HistoryFilter, history};
use class_operations::links::{LinksFor, make_links};
use class_operations::privacy::{DeletionRequest, preview_deletion};
use class_operations::roster::{RosterFile, Withdraw, import_roster, preview_roster, withdraw};
use class_operations::runs::{check_release, default_run_folder, open_tournament};
use class_operations::status::{StatusFilter, status};
use class_operations::submission::{Activate, activate};
use class_operations::{OpenClass, OpenError, Warning, find_contender};
use explain::{Explain, Kind};
use ledger::RunFolder;
use tempfile::TempDir;

const TEXT: &str = "\
[class]
name = \"Bots\"
game = \"tank-war\"
zone = \"Europe/Berlin\"
deadline = \"2099-12-01 23:59\"
visible = \"participants\"
";

/// Creates a class with two students, Ada and Bee, in a folder.
fn class() -> (TempDir, OpenClass) {
    let folder = TempDir::new().unwrap();
    let class = ClassFolder::at(folder.path());
    std::fs::write(class.text(), TEXT).unwrap();
    Record::create(&class).unwrap();
    let class = OpenClass::at(folder.path()).unwrap();
    let import = import_roster(&class, &roster(b"id,name\n1,Ada\n2,Bee\n", &Columns::default())).unwrap();
    assert_eq!((import.changes.new, import.changed(), import.warnings.as_slice()), (2, 0, [].as_slice()));
    (folder, class)
}

fn roster<'a>(bytes: &'a [u8], columns: &'a Columns) -> RosterFile<'a> {
    RosterFile { name: "students.csv", bytes, columns }
}

fn write_text(folder: &Path, text: &str) {
    std::fs::write(ClassFolder::at(folder).text(), text).unwrap();
}

/// Writes an announcement with the clock at another time.
fn announce_by_clock(folder: &Path, now: Moment) {
    let decide = |_: &class_model::Facts, _: Moment| {
        Ok::<_, class_model::ClassError>(vec![Event::Announced {
            text: "by another clock".to_owned(),
            section: None,
        }])
    };
    let mut record = Record::open(&ClassFolder::at(folder)).unwrap();
    record.write(&Actor::COMMAND_LINE, now, decide).unwrap();
}

const DAY: i64 = 24 * 3_600_000;

#[test]
fn a_clock_that_is_long_ahead_of_the_record_writes_nothing_until_it_is_confirmed() {
    let folder = TempDir::new().unwrap();
    std::fs::write(ClassFolder::at(folder.path()).text(), TEXT.replace("2099", "2020")).unwrap();
    Record::create(&ClassFolder::at(folder.path())).unwrap();
    announce_by_clock(folder.path(), Moment::now().after(-61 * DAY));
    let class = OpenClass::at(folder.path()).unwrap();
    let refused = announce(&class, &Announce { text: "much later".to_owned(), section: None }).unwrap_err();
    assert_eq!(refused.kind, Kind::Refused);
    assert!(refused.what.contains("61 days after the last event of the class's record"), "{refused}");
    assert!(refused.hints[0].contains("muster class clock DIR --confirm"), "{refused}");
    assert_eq!(class.facts().unwrap().announcements().len(), 1);
    assert!(check_clock(&class).unwrap().must_be_confirmed);
    assert_eq!(confirm_clock(&class).unwrap().done, ClockChange::Confirmed);
    announce(&class, &Announce { text: "much later".to_owned(), section: None }).unwrap();
    let again = confirm_clock(&class).unwrap_err();
    assert!(again.what.contains("nothing to confirm"), "{again}");
}

/// A class may be created long before its students hand in.
#[test]
fn a_hand_in_before_the_deadline_waits_for_nobody_to_confirm_the_clock() {
    let (folder, before) = (TempDir::new().unwrap(), Moment::now().after(-61 * DAY));
    std::fs::write(ClassFolder::at(folder.path()).text(), TEXT).unwrap();
    Record::create(&ClassFolder::at(folder.path())).unwrap();
    announce_by_clock(folder.path(), before);
    let class = OpenClass::at(folder.path()).unwrap();
    assert!(!check_clock(&class).unwrap().must_be_confirmed);
    import_roster(&class, &roster(b"id,name\n1,Ada\n", &Columns::default())).unwrap();
    assert_eq!(simulated::hand_in(&class, "1", b"one"), 1);
}

#[test]
fn a_record_that_is_ahead_of_the_clock_is_corrected_and_the_history_says_so() {
    let (folder, class) = class();
    announce_by_clock(folder.path(), Moment::now().after(400 * DAY));
    let begun = Moment::now();
    assert_eq!(simulated::hand_in(&class, "1", b"one"), 1);
    assert!(class.facts().unwrap().submission(1).unwrap().received > begun.after(399 * DAY), "it is late");
    let behind = announce(&class, &Announce { text: "later".to_owned(), section: None }).unwrap().warnings;
    assert!(behind[0].to_string().contains("`muster class clock DIR --correct`"), "{}", behind[0]);
    let ahead = check_clock(&class).unwrap().ahead.unwrap();
    assert_eq!(ahead.events, 3);
    let correction = |happened: Option<Moment>, reason: &str| CorrectClock {
        happened: happened.map(|at| at.to_string()),
        reason: reason.to_owned(),
    };
    let never = correct_clock(&class, &correction(Some(Moment::now().after(DAY)), "")).unwrap_err();
    assert!(never.what.contains("the events happened between"), "{never}");
    let corrected = correct_clock(&class, &correction(None, "the battery was empty")).unwrap();
    assert!(corrected.done == ClockChange::Corrected && corrected.ahead.is_none());
    let facts = class.facts().unwrap();
    assert!(facts.announcements().iter().all(|one| one.at <= Moment::now()));
    let received = facts.submission(1).unwrap().received;
    assert!((begun..=Moment::now()).contains(&received), "it is received when it was: {received}");
    let found = history(&class, &facts, &HistoryFilter { most: 10, ..HistoryFilter::default() }).unwrap();
    let words = &found.events[0].what;
    assert!(
        words.starts_with("the clock was corrected: events ") && words.ends_with(": the battery was empty"),
        "{words}"
    );
    assert!(
        announce(&class, &Announce { text: "now".to_owned(), section: None }).unwrap().warnings.is_empty()
    );
    let again = correct_clock(&class, &correction(None, "")).unwrap_err();
    assert!(again.what.contains("nothing to correct"), "{again}");
}

#[test]
fn a_preview_of_a_roster_changes_nothing() {
    let (_folder, class) = class();
    let columns = Columns::default();
    let file = roster(b"id,name\n2,Bea\n3,Cid\n", &columns);
    let preview = preview_roster(&class, &file).unwrap();
    assert_eq!((preview.dry_run, preview.changes.new, preview.changed()), (true, 1, 1));
    assert_eq!(preview.changes.absent, ["1"]);
    assert_eq!(class.facts().unwrap().students().len(), 2);
    let error = preview_roster(&class, &roster(b"id,name\n3,\n", &columns)).unwrap_err();
    assert_eq!(error.kind, Kind::Input);
    assert!(error.what.starts_with("students.csv has 1 problem; nothing was changed:\n  line 2:"), "{error}");
    // The same problem in 120 lines is reported once.
    let same = format!("id,name\n{}3,Cid\n", ",Nobody\n".repeat(120));
    let error = preview_roster(&class, &roster(same.as_bytes(), &columns)).unwrap_err();
    let told = "students.csv has 1 problem; nothing was changed:\n  lines 2, 3, 4 and 117 more: this student has no id";
    assert_eq!(error.what, told);
}

#[test]
fn a_deadline_is_extended_and_nothing_can_be_activated() {
    let (_folder, class) = class();
    let extension = |until: &str| Extend {
        student: "1".to_owned(),
        until: until.to_owned(),
        reason: "ill".to_owned(),
        may_shorten: false,
    };
    let until = class.deadline("2100-01-05 12:00").unwrap();
    let extended = extend(&class, extension("2100-01-05 12:00")).unwrap();
    assert_eq!((extended.alias.as_str(), extended.deadline.0), ("Player 1", until));
    let error = extend(&class, extension("2099-01-05 12:00")).unwrap_err();
    assert!(error.what.starts_with("the extension is earlier than the deadline, "), "{error}");
    let choice = |submission| Activate { student: "1".to_owned(), submission };
    assert_eq!(activate(&class, choice(Some(7))).unwrap_err().what, "Player 1 has no submission 7");
    assert!(activate(&class, choice(None)).unwrap().standing.active.is_err());
    let error = find_contender(&class.facts().unwrap(), "Ada").unwrap_err();
    assert_eq!(error.hints, ["students with this name: 1"]);
    let facts = class.facts().unwrap();
    assert_eq!(status(&class, &facts, &StatusFilter::default()).unwrap().open_deadlines(), (2, 2));
}

#[test]
fn a_class_is_told_closed_and_frozen() {
    let (_folder, class) = class();
    assert_eq!(
        announce(&class, &Announce { text: "  Hello  ".to_owned(), section: None }).unwrap().number,
        1
    );
    assert_eq!(
        announce(&class, &Announce { text: " ".to_owned(), section: None }).unwrap_err().kind,
        Kind::Input
    );
    assert!(close(&class).unwrap().closed);
    assert!(close(&class).is_err());
    assert!(!reopen(&class).unwrap().closed);
    freeze(&class).unwrap();
    let released = release(&class, Release { to: Reader::All }).unwrap();
    assert_eq!(released.not_visible_to, [Reader::All], "results are for participants");
    let facts = class.facts().unwrap();
    assert_eq!(facts.announcements()[0].what.text, "Hello");
    assert!(seen(&class, Some(Reader::Participants), facts.clone()).is_ok());
    assert_eq!(seen(&class, Some(Reader::All), facts).unwrap_err().kind, Kind::Refused);
}

#[test]
fn a_changed_text_is_adopted_by_itself_where_nothing_stops_counting() {
    let (folder, class) = class();
    assert!(!preview_adoption(&class).unwrap().changed);
    write_text(folder.path(), &TEXT.replace("Bots", "Robots"));
    let class = OpenClass::at(folder.path()).unwrap();
    assert!(preview_adoption(&class).unwrap().changed);
    class.facts().unwrap();
    let adoption = adopt(&class).unwrap();
    assert!(!adoption.changed && adoption.stop_counting.is_empty());
    let (class, warning) = OpenClass::in_force(folder.path()).unwrap();
    assert_eq!((class.plan.name.as_str(), warning), ("Robots", None::<Warning>));
}

#[test]
fn the_problems_of_a_text_are_in_the_error() {
    let (folder, _class) = class();
    write_text(folder.path(), "[class]\nname = 7\n");
    let error = OpenClass::at(folder.path()).err().unwrap();
    assert_eq!(error.kind(), Kind::Input);
    let OpenError::Text(problems) = error else { panic!("{error}") };
    assert!(problems.render(false).contains("name"), "{}", problems.render(false));
}

#[test]
fn the_example_takes_a_class_from_its_roster_to_grades() {
    let folder = TempDir::new().unwrap();
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war");
    let gradebook = term::term(folder.path(), &bots).unwrap();
    let grades: Vec<f64> = gradebook
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().and_then(|grade| grade.parse().ok()).unwrap())
        .collect();
    assert_eq!((grades.len(), grades.iter().sum::<f64>()), (2, 10.0), "{gradebook}");
    let run = folder.path().join("runs/cup");
    assert!(run.join("site/index.html").exists());
    assert_eq!(default_run_folder(&folder.path().join("tournaments/cup.toml")), run);
    assert_eq!(default_run_folder(Path::new("tournaments/cup.toml")), Path::new("reports/cup"));
    // The record names the run by its path within the class, so that it is found after the class is moved.
    let facts = OpenClass::at(folder.path()).unwrap().facts().unwrap();
    assert_eq!(facts.places().map(|(_, place)| place).collect::<Vec<_>>(), ["runs/cup"]);
    let moved = TempDir::new().unwrap();
    let there = moved.path().join("class");
    std::fs::rename(folder.path(), &there).unwrap();
    let (run, class) = (RunFolder::at(there.join("runs/cup")), OpenClass::at(&there).unwrap());
    freeze(&class).unwrap();
    check_release(&run, &open_tournament(&run).unwrap()).unwrap();
    let request = DeletionRequest { student: "1001", runs: &[] };
    let reached = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
    assert!(reached.missing.is_empty(), "{:?}", reached.missing);
}

/// Regression test: new links ended sessions silently.
#[test]
fn new_links_say_how_many_sessions_end() {
    let (_folder, class) = class();
    let make = || make_links(&class, &LinksFor::AllStudents, "http://localhost/ki/").unwrap();
    let first = make();
    assert_eq!((first.links.len(), first.replaced, first.ended_sessions), (2, 0, 0));
    let secret: Secret = first.links[0].address.rsplit('/').next().unwrap().parse().unwrap();
    let mut access = Access::open(&class.folder).unwrap();
    assert_eq!(access.owner(&secret).unwrap(), Some(Person::Student { id: "1".to_owned() }));
    access.enter(&secret, Moment::now()).unwrap().unwrap();
    access.enter(&secret, Moment::now()).unwrap().unwrap();
    let second = make();
    assert_eq!((second.replaced, second.ended_sessions), (2, 2));
    assert_eq!(access.owner(&secret).unwrap(), None);
}

/// Regression test: the service's actions were attributed to the teacher, rulings were missing, and a newline in a
/// reason was shown as a code.
#[test]
fn history_lists_rulings_and_tells_the_service_from_the_teacher() {
    let (_folder, class) = class();
    let ruled = Event::Ruled { run: Hash::digest(b"run"), ruling: 2 };
    class.acting(Actor::SERVICE).write(|_, _| Ok(vec![ruled])).unwrap();
    withdraw(&class, Withdraw { student: "1".to_owned(), reason: "ill\nfor long".to_owned() }).unwrap();
    let facts = class.facts().unwrap();
    let told = history(&class, &facts, &HistoryFilter { most: 2, ..HistoryFilter::default() }).unwrap();
    let told: Vec<(&str, &str)> =
        told.events.iter().map(|event| (event.who.as_str(), event.what.as_str())).collect();
    assert_eq!(
        told,
        [
            ("teacher, command line", "Ada (1) was withdrawn: ill for long"),
            ("the service, automatically", "ruling 2 on a run outside the class's folder"),
        ]
    );
}
