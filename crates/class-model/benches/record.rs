//! Benchmarks of a class's record: opening it, writing to it, and following another writer.
//!
//! `cargo bench -p class-model`. Prints medians, with the slowest in brackets. Every write is synced to the disk.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use class_model::{
    Actor, Admission, ClassError, ClassFolder, Event, Hash, Moment, Record, Student, Submission, TrialSummary,
};

const STUDENTS: usize = 300;
const EVENTS: [usize; 2] = [20_000, 100_000];
/// Number of events written to the record at a time.
const AT_ONCE: usize = 5_000;

fn main() {
    println!("a sync of a file: {}", median(50, sync));
    for events in EVENTS {
        measure(events);
    }
}

fn measure(events: usize) {
    let top = tempfile::tempdir().unwrap();
    let folder = ClassFolder::at(top.path().join("ki"));
    Record::create(&folder).unwrap();
    let mut record = Record::open(&folder).unwrap();
    for first in (0..events).step_by(AT_ONCE) {
        write(&mut record, (first..first + AT_ONCE).map(event).collect());
    }
    drop(record);
    println!("{events} events");
    println!("  open, and check all of it   {}", median(5, || drop(Record::open(&folder).unwrap())));
    let (mut one, mut two) = (Record::open(&folder).unwrap(), Record::open(&folder).unwrap());
    let mut number = events;
    let mut next = || {
        number += 1;
        vec![event(number)]
    };
    println!("  write                       {}", median(200, || write(&mut one, next())));
    two.follow().unwrap();
    let mut follow = || {
        write(&mut one, next());
        let began = Instant::now();
        assert!(two.follow().unwrap());
        began.elapsed()
    };
    println!("  follow: 1 new event         {}", shown((0..200).map(|_| follow()).collect()));
    println!("  follow: nothing new         {}", median(200, || assert!(!two.follow().unwrap())));
    let mut turn = false;
    let in_turn = || {
        turn = !turn;
        write(if turn { &mut one } else { &mut two }, next());
    };
    println!("  write, two in turn          {}", median(200, in_turn));
    let mut held = one.facts();
    let while_read = || {
        write(&mut one, next());
        held = one.facts();
    };
    println!("  write, while facts are read {}", median(20, while_read));
    drop(held);
}

fn write(record: &mut Record, events: Vec<Event>) {
    let decide = |_: &class_model::Facts, _| Ok::<_, ClassError>(events);
    record.write(&Actor::COMMAND_LINE, Moment::from_millis(1_700_000_000_000), decide).unwrap();
}

/// Returns the event at an index: enrolments first, then submissions alternating with their trials.
fn event(number: usize) -> Event {
    let by = format!("id{}", number % STUDENTS);
    let module = Hash::digest(&(number / 2).to_le_bytes());
    match number {
        0..STUDENTS => Event::Enrolled(Student {
            alias: format!("Player {number}"),
            id: by,
            name: "Jane Doe".to_owned(),
            email: Some("jane@example.edu".to_owned()),
            section: None,
            team: None,
        }),
        _ if number.is_multiple_of(2) => Event::Submitted(Submission {
            by,
            team: None,
            received: Moment::from_millis(1_700_000_000_000),
            stated: false,
            clock: None,
            file: "bot.wasm".to_owned(),
            handed_in: module,
            archive: None,
            admission: Admission::Accepted { module },
        }),
        _ => Event::Tried(TrialSummary {
            module,
            engine: "0123456789abcdef".to_owned(),
            matches: 12,
            wins: 5,
            faults: BTreeMap::new(),
            words: None,
        }),
    }
}

fn sync() {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&[7; 4096]).unwrap();
    file.sync_data().unwrap();
}

fn median(times: usize, mut act: impl FnMut()) -> String {
    let timed = |_| {
        let began = Instant::now();
        act();
        began.elapsed()
    };
    shown((0..times).map(timed).collect())
}

fn shown(mut times: Vec<Duration>) -> String {
    times.sort();
    let millis = |time: Duration| 1000.0 * time.as_secs_f64();
    format!("{:9.3} ms ({:.3})", millis(times[times.len() / 2]), millis(times[times.len() - 1]))
}
