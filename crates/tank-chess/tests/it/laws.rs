//! Checks Tank Chess against the conformance laws, under random rules.
//!
//! Every check plays one random game for each law. Ordinary tests play a few games. `MUSTER_FULL=1` plays 100,000 short
//! ones and 900 under the default rules, which needs a release build: `MUSTER_FULL=1 cargo test --release -p tank-chess
//! --test it laws`.

#![expect(clippy::unwrap_used, reason = "in a test a failure is a panic")]

use game::conformance::{LAWS, check, random_rules};
use game::{Dice, Game as _, Rules};
use proptest::prelude::*;
use tank_chess::{GAME, OPTIONS};

fn is_full() -> bool {
    std::env::var("MUSTER_FULL").is_ok_and(|value| value == "1")
}

/// Random rules under which random games end soon. Random players rarely eliminate pieces, so most games last as long
/// as turns without an elimination are allowed. One seed in 64 allows up to 8 such turns per side, the others one or
/// two.
fn short_rules(seed: u64) -> Rules {
    let mut dice = Dice::from_number(seed);
    let mut rules = random_rules(OPTIONS, &mut dice);
    let turns = if seed % 64 == 63 { 3 + dice.below(6) } else { 1 + dice.below(2) };
    rules.set("no_elimination_turns", &turns.to_string()).unwrap();
    rules
}

#[test]
fn random_games_keep_the_laws() {
    let games: u64 = if is_full() { 100_000 } else { 45 };
    for seed in 0..games.div_ceil(LAWS.len() as u64) {
        let rules = short_rules(seed);
        check(&GAME, &rules, seed).unwrap();
    }
}

#[test]
fn longer_random_games_keep_the_laws() {
    let (seeds, text) = if is_full() { (100, "") } else { (1, "no_elimination_turns=5") };
    let rules = Rules::parse(OPTIONS, text).unwrap();
    for seed in 0..seeds {
        check(&GAME, &rules, seed).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_seed_and_rules_keep_the_laws(seed: u64) {
        let rules = short_rules(seed);
        prop_assert_eq!(check(&GAME, &rules, seed), Ok(()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}") {
        let rules = Rules::defaults(OPTIONS);
        let _ = GAME.parse_position(&rules, &text);
        let start = GAME.start(&rules);
        if let Ok(action) = start.parse_action(game::Seat::First, &text) {
            prop_assert!(GAME.is_action(action));
            prop_assert_eq!(start.format_action(game::Seat::First, action), text);
        }
    }

    #[test]
    fn text_like_an_action_is_read_or_refused(text in "[KLMHDOXa-q0-9*>.nesw-]{1,12}") {
        let start = GAME.start(&Rules::defaults(OPTIONS));
        if let Ok(action) = start.parse_action(game::Seat::Second, &text) {
            prop_assert!(GAME.is_action(action));
            prop_assert_eq!(start.format_action(game::Seat::Second, action), text);
        }
    }

    #[test]
    fn text_like_a_position_is_read_or_refused(
        text in "(setup )?W:[KLMHDO][a-p]([1-9]|1[0-6])[nsew](,[KLMHDO][a-p]([1-9]|1[0-6])[nsew]){0,3} \
                 B:K[a-p]16[nsew](,[KLMHDO][a-p]([1-9]|1[0-6])[nsew]){0,3} [wb] [0-9]{1,3} [0-9]{1,3}( fire-)?"
    ) {
        let rules = Rules::defaults(OPTIONS);
        if let Ok(position) = GAME.parse_position(&rules, &text) {
            let canonical = position.to_string();
            let again = GAME.parse_position(&rules, &canonical).unwrap();
            prop_assert_eq!(again.to_string(), canonical);
        }
    }
}
