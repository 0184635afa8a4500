//! Swiss tournaments.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tournament::{Bye, EntrantId, Field, Format, Side, Stage, Swiss};

use crate::play::{self, Order, play};
use crate::{sizes, stage};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_swiss_keeps_its_rules(entrants in sizes(), seed: u64, games in 1u16..3, draws: bool) {
        let rounds = (entrants - 1).min(if entrants < 12 { 11 } else { 7 });
        let mut stage = stage(Format::Swiss(Swiss { rounds, games, bye: Bye::Win }), entrants, seed);
        let result = if draws { play::mostly_draws(seed) } else { play::random_winner(seed) };
        play(&mut stage, 8, Order::Random(seed), result);
        prop_assert_eq!(stage.past().rounds().len() as u32, rounds);
        check_swiss(&stage, entrants, games)?;
    }
}

/// Goes through the rounds of a Swiss and checks each against what was possible.
fn check_swiss(stage: &Stage, entrants: u32, games: u16) -> Result<(), TestCaseError> {
    let mut met: BTreeSet<(EntrantId, EntrantId)> = BTreeSet::new();
    let mut byes = vec![0; entrants as usize];
    let mut balance = vec![0i32; entrants as usize];
    for played in stage.past().rounds() {
        prop_assert_eq!(played.round.pairings.len() as u32, entrants / 2);
        prop_assert_eq!(played.round.byes.len() as u32, entrants % 2);
        let pairs = played
            .round
            .pairings
            .iter()
            .map(|pairing| (pairing.first.min(pairing.second), pairing.first.max(pairing.second)));
        let pairs: Vec<_> = pairs.collect();
        let again = pairs.iter().filter(|pair| met.contains(pair)).count();
        if again > 0 && entrants <= 12 {
            prop_assert!(!can_avoid(&met, &Field::numbered(entrants).ranked), "a rematch without need");
        }
        prop_assert!(again == 0 || entrants <= 12, "with so many there is always another");
        for &bye in &played.round.byes {
            let fewest = byes.iter().min().copied().unwrap_or(0);
            if byes[bye.index()] > fewest {
                // Only where nobody with fewer byes leaves a pairing without a rematch.
                let others = (0..entrants).map(EntrantId).filter(|id| byes[id.index()] == fewest);
                for other in others {
                    let rest: Vec<_> = (0..entrants).map(EntrantId).filter(|&id| id != other).collect();
                    prop_assert!(entrants <= 12 && !can_avoid(&met, &rest), "an unfair bye");
                }
            }
            byes[bye.index()] += 1;
        }
        met.extend(pairs);
        for pairing in &played.round.pairings {
            for (side, step) in Side::BOTH.into_iter().zip([1, -1]) {
                balance[pairing.entrant(side).index()] += if games % 2 == 1 { step } else { 0 };
            }
        }
    }
    let most = if entrants <= 12 { 3 } else { 2 };
    prop_assert!(balance.iter().all(|balance| balance.abs() <= most), "{balance:?}");
    Ok(())
}

/// Whether these can be paired without a rematch, by trying everything; one of an odd number is left out.
fn can_avoid(met: &BTreeSet<(EntrantId, EntrantId)>, left: &[EntrantId]) -> bool {
    let Some((&first, rest)) = left.split_first() else { return true };
    let without = |index: usize| {
        let mut fewer = rest.to_vec();
        fewer.remove(index);
        fewer
    };
    (left.len() % 2 == 1 && can_avoid(met, rest))
        || (0..rest.len()).any(|index| {
            let pair = (first.min(rest[index]), first.max(rest[index]));
            !met.contains(&pair) && can_avoid(met, &without(index))
        })
}

#[test]
fn a_swiss_goes_through_all_rounds_there_can_be() {
    for entrants in 2..=12 {
        for seed in 0..8 {
            let format = Format::Swiss(Swiss { rounds: entrants - 1, games: 1, bye: Bye::Win });
            let mut stage = stage(format, entrants, seed);
            play(&mut stage, 2, Order::Fifo, play::random_winner(seed));
            if let Err(error) = check_swiss(&stage, entrants, 1) {
                panic!("{entrants} entrants, seed {seed}: {error}");
            }
        }
    }
}

#[test]
fn equals_meet_in_a_swiss() {
    // With the stronger always winning, 2^k entrants and balanced seats, all who meet have won as often.
    let format = Format::Swiss(Swiss { rounds: 5, games: 2, bye: Bye::Win });
    let mut stage = stage(format, 32, 1);
    play(&mut stage, 1, Order::Fifo, play::better_seed_wins);
    assert_eq!(stage.standings().order()[0], EntrantId(0));
    let mut won = [0u32; 32];
    for played in stage.past().rounds() {
        for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
            assert_eq!(won[pairing.first.index()], won[pairing.second.index()], "{pairing:?}");
            won[pairing.entrant(score.winner.unwrap()).index()] += 1;
        }
    }
}
