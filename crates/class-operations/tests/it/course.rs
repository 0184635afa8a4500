//! Clock warnings, the history, conditions of sections, and lists of games.

use std::sync::atomic::AtomicBool;

use class_model::{Actor, Channel, ClassError, Event, Moment, Record, Role};
use class_operations::announcement::{Announce, announce};
use class_operations::history::{HistoryFilter, history};
use class_operations::judging::scrimmage::{Opponent, RequestGames, games_of_request, request_games};
use class_operations::judging::{Judge, WorkKind, judged_games, lock, scrimmage, work};
use class_operations::status::{Condition, StatusFilter, status};
use class_operations::submission::{Archive, ArchiveReport, submit_archive};
use class_operations::{NamedFile, OpenClass, find_contender};

use crate::simulated::{AnyModule, OneByOne, hand_in};
use crate::{TEXT, class, write_text};

#[test]
fn whoever_writes_by_a_clock_that_is_behind_is_told() {
    let (_folder, class) = class();
    assert_eq!(
        announce(&class, &Announce { text: "By the same clock".to_owned(), section: None }).unwrap().warnings,
        []
    );
    let mut record = Record::open(&class.folder).unwrap();
    let in_an_hour = Moment::now().after(3_600_000);
    record.write(&Actor::COMMAND_LINE, in_an_hour, |_, _| Ok::<_, ClassError>(vec![Event::Closed])).unwrap();
    let announced =
        announce(&class, &Announce { text: "By another clock".to_owned(), section: None }).unwrap();
    assert_eq!(announced.at.0, in_an_hour, "a record never goes back");
    let [warning] = &announced.warnings[..] else { panic!("{announced:?}") };
    let warning = warning.to_string();
    let seconds =
        warning.strip_prefix("this machine's clock is ").and_then(|rest| rest.split_once(" s behind"));
    let seconds = seconds.and_then(|(seconds, _)| seconds.parse::<u32>().ok());
    assert!(seconds.is_some_and(|seconds| (1..=3600).contains(&seconds)), "{warning}");
}

#[test]
fn the_history_says_who_acted() {
    let (_folder, class) = class();
    let through = Channel::Service;
    let student = Actor { role: Role::Student, through, name: Some("1".to_owned()) };
    let teacher = Actor { role: Role::Teacher, through, name: Some("turing".to_owned()) };
    hand_in(&class.acting(student), "1", b"one");
    announce(&class.acting(teacher), &Announce { text: "Hello".to_owned(), section: None }).unwrap();
    announce(&class, &Announce { text: "Hello again".to_owned(), section: None }).unwrap();
    let filter = HistoryFilter { most: 3, ..HistoryFilter::default() };
    let told = history(&class, &class.facts().unwrap(), &filter).unwrap();
    let who: Vec<&str> = told.events.iter().map(|event| event.who.as_str()).collect();
    assert_eq!(who, ["teacher, command line", "turing, teacher, service", "Ada (1), student, service"]);
}

#[test]
fn a_section_names_only_what_is_the_matter_with_somebody() {
    let (_folder, class) = class();
    let conditions = || {
        let facts = class.facts().unwrap();
        let mut status = status(&class, &facts, &StatusFilter::default()).unwrap();
        status.sections.remove(0).conditions
    };
    assert_eq!(conditions(), [(Condition::Missing, 2)].into());
    hand_in(&class, "1", b"one");
    assert_eq!(conditions(), [(Condition::Missing, 1)].into());
    hand_in(&class, "2", b"two");
    assert_eq!(conditions(), [].into());
}

/// Hands in an archive with a file of Bee's. Only `received` says when it was received.
fn submit_undated(class: &OpenClass, bytes: &[u8], received: &str) -> ArchiveReport {
    let received = Some(class.moment(received).unwrap());
    let bytes = course_files::archives::pack(&[("Bee_2_assignsubmission_file/bot.wasm", bytes)]).unwrap();
    let file = &NamedFile { name: "all.zip".to_owned(), bytes };
    let archive = Archive { file, worksheet: None, by_name: true, received, now: Moment::now() };
    submit_archive(class, &AnyModule, &archive).unwrap()
}

#[test]
fn an_archive_is_known_by_its_moment_after_something_else_was_handed_in() {
    let (_folder, class) = class();
    assert_eq!(submit_undated(&class, b"one", "2026-05-01 10:00").taken[0].submission, Some(1));
    assert_eq!(hand_in(&class, "2", b"two"), 2);
    let again = submit_undated(&class, b"one", "2026-05-01 10:00");
    assert_eq!((again.taken.len(), again.known[0].submission), (0, Some(1)));
    // Going back to an earlier version takes another submission.
    let later = submit_undated(&class, b"one", "2026-05-02 10:00");
    assert_eq!((later.known.len(), later.taken[0].submission), (0, Some(3)));
}

#[test]
fn a_list_of_games_names_the_opponent() {
    let (folder, class) = class();
    let requirement =
        "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 2\n";
    write_text(folder.path(), &format!("{TEXT}[scrimmage]\n{requirement}"));
    let class = OpenClass::at(class.folder.root()).unwrap();
    hand_in(&class, "1", b"one");
    hand_in(&class, "2", b"two");
    let (student, against) = ("1".to_owned(), Opponent::Alias("Player 2".to_owned()));
    let request = RequestGames { student, against, submission: None, games: Some(2) };
    request_games(&class, &AnyModule, request).unwrap();
    let (machine, stop) = (OneByOne::default(), AtomicBool::new(false));
    let judge = Judge::new(&class, &AnyModule, &machine).unwrap();
    let kinds = [WorkKind::Requirements, WorkKind::Scrimmages];
    work(&judge, &lock(&class).unwrap(), &kinds, &stop, &mut |_| Ok(())).unwrap();
    let facts = class.facts().unwrap();
    let contender = find_contender(&facts, "1").unwrap();
    let judged = judged_games(&class, &facts, &contender, "plays").unwrap();
    assert_eq!(judged.games.against, "builtin:random");
    let friendly = scrimmage::requests_of(&facts, &contender, Moment::now());
    let friendly = games_of_request(&class, &friendly, 1).unwrap();
    assert_eq!(friendly.against, class_model::Hash::digest(b"two").to_string());
    assert_eq!((judged.games.games.len(), friendly.games.len()), (2, 2));
}
