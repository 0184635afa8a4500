//! Ladders.

use game::Seat;
use proptest::prelude::*;
use tournament::{Format, Ladder};

use super::{sizes, stage};
use crate::play::{Order, play, strength_result};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_ladder_uses_its_budget_and_leaves_nobody_behind(entrants in sizes(), seed: u64, times in 2u64..6) {
        let budget = u64::from(entrants) * times;
        let ladder = Ladder { games: 1, batch: entrants.div_ceil(2), budget };
        let mut stage = stage(Format::Ladder(ladder), entrants, seed);
        play(&mut stage, 6, Order::Random(seed), strength_result);
        prop_assert_eq!(stage.games().len() as u64, budget);
        let mut games = vec![0u64; entrants as usize];
        for game in stage.games() {
            for seat in Seat::BOTH {
                games[game.seats[seat].index()] += 1;
            }
        }
        prop_assert!(games.iter().all(|&games| games >= 1), "{games:?}");
    }
}
