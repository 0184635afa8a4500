//! Friendly games on request: their order, and their traces after a student is forgotten.

use crate::support;

use std::collections::BTreeMap;

use class_model::{
    ContenderId, Event, Facts, GamesRequest, Hash, Moment, Reader, RequestedOpponent, ScrimmageOutcome,
    asked, forget, seen_by, waiting,
};
use proptest::prelude::*;
use support::{TEXT, accepted, at, facts, plan, student};

const DAY: i64 = 24 * 3_600_000;

fn ask(by: &str, submission: u32, against: u32) -> Event {
    let against = RequestedOpponent::Submission { submission: against };
    Event::Requested(GamesRequest { by: by.to_owned(), submission, against, games: 20 })
}

/// The outcome of a request between these two, which took so many ticks.
fn played(request: u32, [own, other]: [&str; 2], spent: u64) -> Event {
    let hash = |of: &str| Hash::digest(of.as_bytes());
    Event::Scrimmaged(ScrimmageOutcome {
        request,
        module: hash(own),
        opponent: Some(hash(other)),
        engine: "engine 1".to_owned(),
        pairs: [0, 0, 10, 0, 0],
        copies: 0,
        spent,
        out_of_time: false,
        faults: [BTreeMap::new(), BTreeMap::new()],
        refused: None,
        matches: Some(hash(&format!("list {request}"))),
    })
}

fn morning() -> Moment {
    at("2026-11-20 10:00")
}

/// Ada, Ben and Cem handed in x, y and z; then come these events, an hour apart.
fn class(events: Vec<Event>) -> Facts {
    let mut all = Vec::new();
    for (id, bytes) in [("ada", "x"), ("ben", "y"), ("cem", "z")] {
        all.push((morning(), Event::Enrolled(student(id, Some("A"), None))));
        all.push((morning(), accepted(id, None, morning(), bytes)));
    }
    let hours = (1..).map(|hour| morning().after(hour * 3_600_000));
    all.extend(hours.zip(events));
    facts(all)
}

fn turns(facts: &Facts, now: Moment) -> Vec<u32> {
    waiting(facts, now).into_iter().map(|(number, _)| number).collect()
}

#[test]
fn it_goes_round_and_whoever_has_used_least_comes_first() {
    // Ada asks three times before Ben and Cem do.
    let asked =
        vec![ask("ada", 1, 2), ask("ada", 1, 3), ask("ada", 1, 2), ask("ben", 2, 1), ask("cem", 3, 1)];
    let now = morning().after(DAY / 2);
    assert_eq!(turns(&class(asked.clone()), now), [1, 4, 5, 2, 3]);
    // Her first request was quick, Ben's was slow.
    let mut more = asked;
    more.extend([played(1, ["x", "y"], 50), played(4, ["y", "x"], 900), ask("ben", 2, 3)]);
    let facts = class(more);
    assert_eq!(turns(&facts, now), [5, 2, 3, 6]);
    // A day later, their use no longer counts.
    assert_eq!(turns(&facts, now.after(2 * DAY)), [2, 5, 6, 3]);
}

#[test]
fn requests_are_counted_for_whoever_they_are() {
    let ada = ContenderId::Student("ada".to_owned());
    let facts = class(vec![ask("ada", 1, 2), ask("ben", 2, 1), ask("ada", 1, 3)]);
    assert_eq!(asked(&facts, &ada).count(), 2);
    assert_eq!(asked(&facts, &ContenderId::Student("cem".to_owned())).count(), 0);
}

#[test]
fn scrimmages_are_frozen_as_other_results_are_and_are_no_failures() {
    let plan = plan(TEXT);
    let mut broken = played(1, ["x", "y"], 5);
    if let Event::Scrimmaged(played) = &mut broken {
        played.faults[0].insert("timeout".to_owned(), 20);
    }
    let facts = class(vec![ask("ada", 1, 2), Event::Frozen, broken]);
    assert!(facts.track_record().scrimmage(1).is_some());
    assert_eq!(facts.track_record().failures(&Hash::digest(b"x")).matches, 0);
    let seen = seen_by(&plan, &facts, Reader::Participants).expect("results are for participants");
    assert!(seen.track_record().scrimmage(1).is_none());
}

#[test]
fn who_is_forgotten_goes_from_requests_and_results_too() {
    let events = vec![
        ask("ada", 1, 2),
        ask("ben", 2, 1),
        ask("ben", 2, 3),
        ask("cem", 3, 1),
        played(1, ["x", "y"], 5),
        played(3, ["y", "z"], 5),
    ];
    let mut facts = class(events);
    let forgotten = forget(&facts, "ada").expect("a student");
    // Her enrolment, submission and request, and the request's outcome.
    assert_eq!(forgotten.events, [1, 2, 7, 11]);
    assert_eq!(forgotten.files, [Hash::digest(b"list 1")]);
    let before = facts.clone();
    facts.add(morning().after(DAY), Event::Forgotten(forgotten));
    assert!(facts.request(1).is_none() && facts.track_record().scrimmage(1).is_none());
    assert_eq!(facts.track_record().scrimmage(3), before.track_record().scrimmage(3));
    assert_eq!(facts.request(4), before.request(4), "numbers stay");
    assert_eq!(turns(&before, morning().after(DAY)), [4, 2], "Ben has used some");
    assert_eq!(turns(&facts, morning().after(DAY)), [0; 0], "the others wanted to play her");
    assert!(
        !facts.files().contains(&Hash::digest(b"list 1")) && facts.files().contains(&Hash::digest(b"list 3"))
    );
}

proptest! {
    /// As long as all students want more, none is ahead of another by more than the longest request takes.
    #[test]
    fn nobody_is_ahead_by_more_than_one_request(
        costs in prop::collection::vec(1_u64..1000, 1..60),
        counts in prop::array::uniform3(1_usize..5),
    ) {
        let all = [("ada", 1, 2), ("ben", 2, 3), ("cem", 3, 1)];
        // Each student asks for more games than will be played.
        let mut events: Vec<Event> = Vec::new();
        for ((by, own, other), count) in all.into_iter().zip(counts) {
            events.extend((0..count * 60).map(|_| ask(by, own, other)));
        }
        let mut facts = class(Vec::new());
        for event in events {
            facts.add(morning(), event);
        }
        let mut used = BTreeMap::from([(1, 0), (2, 0), (3, 0)]);
        for cost in costs {
            let (number, asked) = waiting(&facts, morning())[0];
            let who = asked.what.submission;
            *used.get_mut(&who).expect("one of three") += cost;
            let modules = ["x", "y"];
            facts.add(morning(), played(number, modules, cost));
            let most = used.values().max().expect("three");
            let least = used.values().min().expect("three");
            prop_assert!(most - least <= 1000, "{used:?}");
        }
    }
}

#[test]
fn in_a_freeze_games_against_opponents_are_shown_if_the_text_says_so() {
    let against = RequestedOpponent::Builtin { name: "builtin:random".to_owned() };
    let asked = Event::Requested(GamesRequest { by: "ada".to_owned(), submission: 1, against, games: 20 });
    let facts = class(vec![
        ask("ada", 1, 2),
        played(1, ["x", "y"], 5),
        Event::Frozen,
        asked,
        ask("ben", 2, 3),
        played(2, ["x", "random"], 5),
        played(3, ["y", "z"], 5),
    ]);
    for (in_freeze, shown) in [("opponents", &[1, 2][..]), ("nothing", &[1])] {
        let plan = plan(&format!("{TEXT}[scrimmage]\nin_freeze = \"{in_freeze}\"\n"));
        for reader in [Reader::Participants, Reader::All] {
            let seen = seen_by(&plan, &facts, reader).unwrap();
            let numbers = (1..=3).filter(|number| seen.track_record().scrimmage(*number).is_some());
            assert_eq!(numbers.collect::<Vec<u32>>(), shown, "{in_freeze}");
            let hidden = facts.news(&plan, None) - facts.news(&plan, Some(reader));
            assert_eq!(hidden, 3 - shown.len() as i64, "{in_freeze}");
        }
    }
}
