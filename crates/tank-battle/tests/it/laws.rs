//! The laws that every game must keep.
//!
//! `MUSTER_FULL=1 cargo test --release -p tank-battle --test it laws` plays 100,000 games through the laws.

use game::conformance::{self, LAWS, random_rules};
use game::{Dice, Rules};
use proptest::prelude::*;
use tank_battle::{GAME, OPTIONS};

fn full() -> bool {
    std::env::var_os("MUSTER_FULL").is_some_and(|value| value == "1")
}

/// Checks this many seeds on all processors.
fn in_parallel(seeds: u64, check: impl Fn(u64) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    std::thread::scope(|scope| {
        for first in 0..threads {
            let check = &check;
            scope.spawn(move || (first..seeds).step_by(threads as usize).for_each(check));
        }
    });
}

#[test]
fn laws_under_the_default_rules() {
    let rules = Rules::defaults(OPTIONS);
    // Every law plays its own game from each seed.
    let games = if full() { 100_000 } else { 54 };
    let seeds = u64::div_ceil(games, LAWS.len() as u64);
    in_parallel(seeds, |seed| conformance::check(&GAME, &rules, seed).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if full() { 1000 } else { 8 }, ..ProptestConfig::default() })]

    #[test]
    fn laws_under_any_rules(seed: u64) {
        let rules = random_rules(OPTIONS, &mut Dice::from_number(seed));
        prop_assert_eq!(conformance::check(&GAME, &rules, seed), Ok(()));
    }
}
