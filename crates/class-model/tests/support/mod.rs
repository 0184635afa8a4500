//! A class for tests.

#![allow(dead_code, reason = "no test needs all of it")]

use std::path::Path;

use class_model::{
    Actor, Admission, ClassError, ClassFolder, ClassPlan, Event, Extension, Facts, Hash, Moment, Record,
    Student, Submission, Zone, forget,
};
use game::Game;

/// The known games.
pub(crate) const GAMES: &[&dyn Game] = &[&tank_war::GAME];

/// A class's text with a deadline at `2026-12-01 23:59` in Berlin, a day later for section B, and two late days.
pub(crate) const TEXT: &str = "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\n\
    deadline = \"2026-12-01 23:59\"\nlate_days = 2\n[section.A]\n[section.B]\ndeadline = \"2026-12-02 23:59\"\n";

/// Parses a class's text.
pub(crate) fn plan(text: &str) -> ClassPlan {
    ClassPlan::parse("class.toml", text, GAMES).expect("a class")
}

/// A moment in local time of Berlin.
pub(crate) fn at(text: &str) -> Moment {
    Zone::named("Europe/Berlin").expect("a zone").read(text).expect("a moment")
}

/// A student.
pub(crate) fn student(id: &str, section: Option<&str>, team: Option<&str>) -> Student {
    Student {
        id: id.to_owned(),
        name: "Jane Doe".to_owned(),
        email: None,
        alias: format!("alias of {id}"),
        section: section.map(str::to_owned),
        team: team.map(str::to_owned),
    }
}

/// An accepted submission whose bytes are this text.
pub(crate) fn accepted(by: &str, team: Option<&str>, received: Moment, bytes: &str) -> Event {
    let hash = Hash::digest(bytes.as_bytes());
    Event::Submitted(Submission {
        by: by.to_owned(),
        team: team.map(str::to_owned),
        received,
        stated: false,
        clock: None,
        file: "bot.wasm".to_owned(),
        handed_in: hash,
        archive: None,
        admission: Admission::Accepted { module: hash },
    })
}

/// A refused submission.
pub(crate) fn refused(by: &str, received: Moment) -> Event {
    match accepted(by, None, received, "bad") {
        Event::Submitted(submission) => {
            let admission = Admission::Refused { reasons: vec!["no memory".to_owned()] };
            Event::Submitted(Submission { admission, ..submission })
        }
        other => other,
    }
}

/// Facts from events, each recorded on receipt, or right after the previous one.
pub(crate) fn facts(events: Vec<(Moment, Event)>) -> Facts {
    let mut facts = Facts::default();
    for (at, event) in events {
        facts.add(at, event);
    }
    facts
}

/// Creates a class in a folder below this one, with a record of eight events as version 0.3.0 wrote it: two students,
/// two hand-ins, and one student forgotten.
pub(crate) fn record_of_version_3(top: &Path) -> ClassFolder {
    let folder = ClassFolder::at(top.join("class"));
    Record::create(&folder).expect("a class");
    let mut record = Record::open(&folder).expect("a record");
    let when = at("2026-11-24 10:00");
    let mut write = |decide: &dyn Fn(&Facts) -> Vec<Event>| {
        let decide = |facts: &Facts, _| Ok::<_, ClassError>(decide(facts));
        record.write(&Actor::COMMAND_LINE, when, decide).expect("it is written");
    };
    let extension = Extension { student: "4711".to_owned(), until: when, reason: "was ill".to_owned() };
    write(&|_| {
        vec![
            Event::Adopted { text: TEXT.to_owned(), whole_minutes: false },
            Event::Enrolled(student("4711", None, None)),
            Event::Enrolled(student("4712", None, None)),
            accepted("4711", None, when, "one"),
            accepted("4712", None, when, "other"),
            Event::Announced { text: "hello".to_owned(), section: None },
            Event::Extended(extension.clone()),
        ]
    });
    write(&|facts| forget(facts, "4712").map(Event::Forgotten).into_iter().collect());
    drop(record);
    let file = rusqlite::Connection::open(folder.record()).expect("a file");
    file.pragma_update(None, "user_version", 3).expect("an earlier version");
    folder
}
