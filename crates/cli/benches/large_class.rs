//! Measures the service's response times for a class whose record has 100,000 events: pages, lists that five of the staff
//! open at once, and writes.
//!
//! `cargo bench -p cli --features network --bench large_class`. Time from the request to the end of the answer: median, and the slowest in
//! brackets.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use class_model::{
    Actor, Admission, ClassError, ClassFolder, Event, Hash, Moment, Record, Submission, TrialSummary,
};

use support::{Serving, begin_class, between, numbered, quantile};

const STUDENTS: usize = 700;
const EVENTS: usize = 100_000;
/// Number of events to write at a time.
const AT_ONCE: usize = 5_000;
const TIMES: usize = 20;
/// Number of assistants who open a list at the same time as the teacher.
const ASSISTANTS: usize = 4;

const CLASS: &str = "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\n\
    deadline = \"2099-12-01 23:59\"\n\n[[requirement]]\nname = \"plays\"\nagainst = \"builtin:random\"\npercent = 1\n\
    games = 4\n";

fn main() {
    let top = tempfile::tempdir().unwrap();
    let folder = make_class(top.path());
    let serving = Serving::begin(&folder, &["--no-play"]);
    let (teacher, student) = (serving.enter(&["--teacher", "Turing"]), serving.enter(&["id7"]));
    println!("{EVENTS} events of {STUDENTS} students");
    for (who, session, page) in [
        ("student", &student, ""),
        ("student", &student, "submissions/8"),
        ("student", &student, "api/me"),
        ("teacher", &teacher, ""),
        ("teacher", &teacher, "students/id7"),
        ("teacher", &teacher, "staff/history"),
        ("teacher", &teacher, "staff/roster"),
        ("teacher", &teacher, "staff/rejudging"),
        ("teacher", &teacher, "api/status"),
        ("teacher", &teacher, "api/check"),
    ] {
        timed(&format!("{who}: /ki/{page}"), |_| drop(serving.get(session, page)));
    }
    let assistants: Vec<support::Session> =
        (0..ASSISTANTS).map(|number| serving.enter(&["--assistant", &format!("A{number}")])).collect();
    for list in ["", "?search=id6&sort=latest", "?show=no-hand-in", "?sort=requirements&page=7"] {
        timed(&format!("teacher beside {ASSISTANTS} assistants: /ki/{list}"), |_| {
            thread::scope(|scope| {
                for assistant in &assistants {
                    scope.spawn(|| drop(serving.get(assistant, list)));
                }
                drop(serving.get(&teacher, list));
            });
        });
    }
    timed("write: announce", |number| {
        serving.post(&teacher, "announcements", &format!("text={number}"));
    });
    timed("write: choose a version", |_| serving.post(&student, "choice", "submission="));
    let bot =
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/tank-war/greedy/greedy.wasm")).unwrap();
    timed("write: hand in, with the verdict", |number| {
        let answer = serving.send_file(&student, "bot.wasm", &numbered(&bot, number));
        let page = between(&answer, "location: /ki/", "\r").unwrap_or_else(|| panic!("{answer}"));
        while serving.get(&student, &page).contains("aria-busy") {}
    });
}

fn timed(what: &str, act: impl Fn(usize)) {
    let one = |number| {
        let began = Instant::now();
        act(number);
        began.elapsed()
    };
    // The first request reads the events of other writers.
    one(TIMES);
    let mut times: Vec<Duration> = (0..TIMES).map(one).collect();
    let millis = |time: Duration| 1000.0 * time.as_secs_f64();
    let (median, most) = (quantile(&mut times, 0.5), quantile(&mut times, 1.0));
    println!("  {what:58} {:8.1} ms ({:.1})", millis(median), millis(most));
}

/// Creates a class in which every student has submitted a bot, and every submission was tried.
fn make_class(top: &Path) -> String {
    let root = top.join("ki");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("class.toml"), CLASS).unwrap();
    let folder = begin_class(&root, STUDENTS);
    let mut record = Record::open(&ClassFolder::at(&root)).unwrap();
    for first in (0..EVENTS - STUDENTS).step_by(AT_ONCE) {
        let events = (first..(first + AT_ONCE).min(EVENTS - STUDENTS)).map(event).collect();
        let at = Moment::now().after(first as i64 - 86_400_000);
        record.write(&Actor::COMMAND_LINE, at, |_, _| Ok::<Vec<Event>, ClassError>(events)).unwrap();
    }
    folder
}

fn event(number: usize) -> Event {
    let module = Hash::digest(&(number / 2).to_le_bytes());
    if number.is_multiple_of(2) {
        return Event::Submitted(Submission {
            by: format!("id{}", number / 2 % STUDENTS),
            team: None,
            received: Moment::from_millis(1_700_000_000_000 + number as i64),
            stated: false,
            clock: None,
            file: "bot.wasm".to_owned(),
            handed_in: module,
            archive: None,
            admission: Admission::Accepted { module },
        });
    }
    Event::Tried(TrialSummary {
        module,
        engine: "0123456789abcdef".to_owned(),
        matches: 12,
        wins: 5,
        faults: BTreeMap::new(),
        words: None,
    })
}
