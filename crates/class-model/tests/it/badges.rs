//! Results of versions, and the games still to be played.

use crate::support;

use std::collections::BTreeMap;

use class_model::{
    Choice, ClassPlan, CompletedRun, Entrants, Event, Facts, Failures, Hash, InRun, Judgement, Moment,
    Occasion, Reader, Task, TrialSummary, WhyNotEntered, badges, entrants, tasks,
};
use support::{TEXT, accepted, at, facts, plan, student};

const TWO: &str = "[[requirement]]\nname = \"a\"\nagainst = \"builtin:random\"\npercent = 60\ngames = 20\n\
    [[requirement]]\nname = \"b\"\nagainst = \"w.wasm\"\npercent = 50\n";

fn hash(of: &str) -> Hash {
    Hash::digest(of.as_bytes())
}

fn tried(module: &str, failed: u32) -> Event {
    Event::Tried(TrialSummary {
        module: hash(module),
        engine: "engine 1".to_owned(),
        matches: 8,
        wins: 3,
        faults: BTreeMap::from([("timeout".to_owned(), failed)]),
        words: None,
    })
}

/// A judgement of a version with these pairs by half points.
fn judged(module: &str, requirement: &str, pairs: [u64; 5]) -> Judgement {
    Judgement {
        module: hash(module),
        requirement: requirement.to_owned(),
        key: hash("key"),
        engine: "engine 1".to_owned(),
        percent: 60,
        asked: 20,
        pairs,
        copies: 0,
        spent: 0,
        out_of_time: false,
        faults: BTreeMap::new(),
        opponent: None,
        matches: hash("list"),
    }
}

/// Ada with two versions, Ben with Ada's first one, and then these events.
fn class(events: Vec<Event>) -> Facts {
    let when = at("2026-11-20 10:00");
    let submit = |by, bytes| accepted(by, None, when, bytes);
    let first = [
        Event::Enrolled(student("ada", Some("A"), None)),
        Event::Enrolled(student("ben", Some("A"), None)),
        submit("ada", "x"),
        submit("ada", "y"),
        submit("ben", "x"),
    ];
    facts(first.into_iter().chain(events).map(|event| (when, event)).collect())
}

fn waiting(plan: &ClassPlan, facts: &Facts) -> Vec<String> {
    let names = |module: &Hash| ["x", "y", "z"].into_iter().find(|name| hash(name) == *module).unwrap_or("?");
    let word = |task: Task<'_>| match task {
        Task::Try { module } => format!("try {}", names(&module)),
        Task::Judge { module, requirement } => format!("{} {}", requirement.name, names(&module)),
    };
    tasks(plan, facts).into_iter().map(word).collect()
}

#[test]
fn a_module_is_judged_once_whoever_hands_it_in() {
    let plan = plan(&format!("{TEXT}{TWO}"));
    assert_eq!(waiting(&plan, &class(vec![])), ["try y", "try x", "a y", "b y", "a x", "b x"]);
    let facts = class(vec![tried("x", 0), Event::Judged(judged("x", "a", [0, 0, 0, 0, 10])), tried("y", 0)]);
    assert_eq!(waiting(&plan, &facts), ["a y", "b y", "b x"]);
    let of = |module: &str| -> Vec<Option<bool>> {
        let badges = badges(&plan, &facts, &hash(module));
        badges.iter().map(|badge| badge.judged.map(Judgement::is_met)).collect()
    };
    assert_eq!((of("x"), of("y")), (vec![Some(true), None], vec![None, None]));
}

#[test]
fn the_active_version_and_the_last_one_are_looked_at() {
    let plan = plan(TEXT);
    // Ada's first version is also Ben's.
    let chosen = |submission| Event::Chosen(Choice { by: "ben".to_owned(), submission });
    let handed_in = accepted("ben", None, at("2026-11-20 10:00"), "z");
    assert_eq!(waiting(&plan, &class(vec![handed_in.clone()])), ["try y", "try z"]);
    assert_eq!(waiting(&plan, &class(vec![handed_in, chosen(Some(3))])), ["try y", "try x", "try z"]);
}

#[test]
fn a_requirement_is_met_at_the_very_share() {
    for (pairs, met) in [
        ([0, 0, 6, 4, 0], true),
        ([0, 1, 6, 3, 0], false),
        ([4, 0, 0, 0, 6], true),
        ([0, 0, 0, 0, 0], false),
        ([0, 0, 0, 0, 1], true),
    ] {
        let points = pairs.iter().zip(0..).map(|(count, half): (&u64, u64)| count * half).sum::<u64>();
        assert_eq!(judged("x", "a", pairs).is_met(), met, "{pairs:?}: {points}");
    }
    assert!(!Judgement { out_of_time: true, ..judged("x", "a", [0, 0, 0, 0, 10]) }.is_met());
}

fn three() -> Failures {
    Failures { failed: 3, matches: 16, ..Failures::default() }
}

/// A run in which a module failed.
fn completed(run: &str, root: &str, module: &str, failed: u64, matches: u64) -> Event {
    let results = vec![InRun { module: hash(module), matches, failed }];
    Event::RunCompleted(CompletedRun {
        run: hash(run),
        root: hash(root),
        engine: "engine 1".to_owned(),
        results,
    })
}

#[test]
fn who_fails_too_often_in_runs_is_told_or_paused_too() {
    let failing = |events: Vec<Event>| {
        let plan = plan(&format!("{TEXT}[failing]\npercent = 20\npause = true\n"));
        class_model::failing(&plan, &class(events), &hash("x"))
    };
    let failures = |failed, matches| Failures { occasion: Occasion::Runs, failed, matches };
    // Trial matches without a fault do not make up for a run.
    let trials = || tried("x", 0);
    assert_eq!(failing(vec![trials(), completed("cup", "1", "x", 1, 5)]), None);
    let told = failing(vec![trials(), completed("cup", "1", "x", 2, 5)]);
    assert_eq!(told, Some((failures(2, 5), true)));
    // All runs together, each at its last completion.
    let two = || vec![completed("cup", "1", "x", 2, 5), completed("final", "2", "x", 0, 5)];
    assert_eq!(failing(two()), None);
    let again = [two(), vec![completed("cup", "3", "x", 5, 5)]].concat();
    assert_eq!(failing(again), Some((failures(5, 10), true)));
    assert_eq!(failing(vec![completed("cup", "1", "y", 5, 5)]), None);
}

#[test]
fn a_run_is_released_that_was_complete_before_the_freeze() {
    let [cup, last] = ["cup", "final"].map(hash);
    let early = || completed("cup", "1", "x", 0, 5);
    let is_shown =
        |events: Vec<Event>, run: &Hash, root: &str| class(events).is_run_released(run, Some(&hash(root)));
    assert!(is_shown(vec![], &cup, "1"), "nothing is frozen");
    assert!(is_shown(vec![early(), Event::Frozen], &cup, "1"));
    assert!(!is_shown(vec![early(), Event::Frozen], &cup, "2"), "it was changed since");
    assert!(!is_shown(vec![Event::Frozen, early()], &cup, "1"));
    assert!(!is_shown(vec![early(), Event::Frozen], &last, "1"));
    assert!(!class(vec![early(), Event::Frozen]).is_run_released(&cup, None));
    assert!(is_shown(vec![Event::Frozen, early(), Event::Released { to: Reader::Participants }], &cup, "1"));
}

#[test]
fn who_fails_too_often_is_told_or_paused() {
    let now: Moment = at("2026-11-21 10:00");
    let failed = BTreeMap::from([("timeout".to_owned(), 2)]);
    let some = vec![
        tried("x", 1),
        Event::Judged(Judgement { faults: failed, ..judged("x", "a", [2, 0, 1, 0, 1]) }),
        tried("y", 0),
    ];
    let facts = class(some);
    assert_eq!(facts.track_record().failures(&hash("x")), three());
    let of = |failing: &str| -> Entrants { entrants(&plan(&format!("{TEXT}{failing}")), &facts, &[], now) };
    let ben = "alias of ben".to_owned();
    assert_eq!((of("").failing, of("").playing.len()), (vec![], 2));
    let told = of("[failing]\npercent = 18\n");
    assert_eq!((told.failing, told.playing.len()), (vec![(ben.clone(), three())], 2));
    let paused = of("[failing]\npercent = 18\npause = true\n");
    assert_eq!((paused.without, paused.playing.len()), (vec![(ben, WhyNotEntered::Paused(three()))], 1));
    assert_eq!(of("[failing]\npercent = 19\npause = true\n").playing.len(), 2);
}

#[test]
fn what_the_games_depend_on_is_in_the_key_and_the_name_is_not() {
    let game = &tank_war::GAME;
    let key = |changed: &str| {
        let text = format!("{TEXT}[[requirement]]\nagainst = \"w.wasm\"\npercent = 60\n{changed}");
        plan(&text).requirements[0].key(game, Some(&hash("walker")))
    };
    let usual = key("name = \"a\"\n");
    assert_eq!(usual, key("name = \"b\"\n"));
    for changed in [
        "seed = 2",
        "games = 100",
        "plies = 6",
        "settings = \"x\"",
        "per_move = \"1s\"",
        "per_game = \"5s\"",
        "budget = \"1s\"",
    ] {
        assert_ne!(usual, key(&format!("name = \"a\"\n{changed}\n")), "{changed}");
    }
    let plan = plan(&format!("{TEXT}{TWO}"));
    let [a, b] = [&plan.requirements[0], &plan.requirements[1]];
    assert_eq!(a.key(game, None), a.key(game, None));
    assert_ne!(b.key(game, Some(&hash("walker"))), b.key(game, Some(&hash("greedy"))));
    // 60 % of 80 games.
    assert!((class_model::Requirement { games: 80, ..a.clone() }.margin() - 10.7).abs() < 0.1);
}
