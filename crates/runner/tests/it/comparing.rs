//! Comparisons of two bots, which are not recorded.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use common::{GAMES, threads, validator};
use config::{BotPlan, EntrantPlan, SizeClass};
use game::Rules;
use referee::{Builtin, Limits};
use run_folder::sequential_test::OpeningChoice;
use runner::{Candidate, Comparison, ComparisonPlan, Ending, admit};

const PAIRS: u64 = 5;

/// The seeds of the games that two random players play with this seed of the comparison.
fn seeds(seed: u64) -> Vec<u64> {
    let game = GAMES[0];
    let plan = ComparisonPlan {
        game,
        rules: Rules::defaults(game.options()),
        limits: Limits::default(),
        pairs: PAIRS,
        openings: OpeningChoice::Alike,
        plies: 2,
        seed,
        budget: None,
    };
    let candidates = ["one", "other"].map(|name| Candidate {
        plan: EntrantPlan {
            name: name.to_owned(),
            bot: BotPlan::Builtin(Builtin::Random),
            settings: String::new(),
            guest: false,
            size: SizeClass::Script,
        },
        module: None,
    });
    let admission = admit(validator(), &candidates).unwrap();
    let mut comparison = Comparison::begin(&plan, admission, validator()).unwrap();
    let mut seeds = Vec::new();
    let mut keep = |pair: &runner::ComparedPair<'_>| seeds.extend(pair.games.iter().map(|game| game.seed));
    let ending = comparison.play(&threads(2), &AtomicBool::new(false), &mut keep).unwrap();
    assert_eq!(ending, Ending::Complete);
    seeds
}

#[test]
fn each_game_has_a_seed_of_its_own_which_follows_from_the_one_of_the_comparison() {
    let (one, other) = (seeds(1), seeds(2));
    assert_eq!(one, seeds(1));
    let all: BTreeSet<&u64> = one.iter().chain(&other).collect();
    assert_eq!(all.len() as u64, 4 * PAIRS, "{one:?} {other:?}");
}
