//! Knockouts and double eliminations.

use proptest::prelude::*;
use tournament::{DoubleElimination, Field, Format, Side, SingleElimination, Stage};

use super::{sizes, stage};
use crate::play::{self, Order, play};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_knockout_loses_one_by_one_and_the_best_win_when_seeds_hold(entrants in sizes(), seed: u64) {
        let format = SingleElimination { best_of: 1, replays: 0, third_place: true };
        let mut stage = stage(Format::SingleElimination(format), entrants, seed);
        play(&mut stage, 4, Order::Random(seed), play::better_seed_wins);
        let matches = u64::from(entrants) - 1 + u64::from(entrants >= 4);
        prop_assert_eq!(stage.games().len() as u64, matches);
        prop_assert_eq!(stage.most_matches(), matches);
        let order = stage.standings().order();
        prop_assert_eq!(order, Field::numbered(entrants).ranked, "with no upset the table is the seeding");
        // Byes are for the best seeds, in the first round alone.
        let byes = entrants.next_power_of_two() - entrants;
        let mut first: Vec<u32> = stage.past().rounds()[0].round.byes.iter().map(|bye| bye.0).collect();
        first.sort_unstable();
        prop_assert_eq!(first, (0..byes).collect::<Vec<_>>());
        prop_assert!(stage.past().rounds()[1..].iter().all(|played| played.round.byes.is_empty()));
    }

    #[test]
    fn in_a_double_elimination_everybody_but_the_winner_loses_twice(entrants in sizes(), seed: u64) {
        let mut stage = stage(Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 0 }), entrants, seed);
        play(&mut stage, 4, Order::Random(seed), play::random_winner(seed));
        let mut lost = vec![0; entrants as usize];
        for game in stage.games() {
            let winner = game.result.outcome.winner().unwrap();
            lost[game.seats[winner.other()].index()] += 1;
        }
        let byes = entrants.next_power_of_two() - entrants;
        let mut first: Vec<u32> = stage.past().rounds()[0].round.byes.iter().map(|bye| bye.0).collect();
        first.sort_unstable();
        prop_assert_eq!(first, (0..byes).collect::<Vec<_>>(), "the best seeds rest in the first round");
        let champion = stage.standings().order()[0];
        for (index, lost) in lost.into_iter().enumerate() {
            if index == champion.index() {
                prop_assert!(lost <= 1);
            } else {
                prop_assert_eq!(lost, 2);
            }
        }
    }

    #[test]
    fn who_is_out_plays_no_more_and_no_pairing_is_longer_than_its_rule(
        entrants in sizes(), seed: u64, best_of in 1u16..6, replays in 0u16..4, third_place: bool,
    ) {
        for (format, lives) in [
            (Format::SingleElimination(SingleElimination { best_of, replays, third_place }), 1),
            (Format::DoubleElimination(DoubleElimination { best_of, replays }), 2),
        ] {
            let mut stage = stage(format, entrants, seed);
            play(&mut stage, 4, Order::Random(seed), play::mostly_draws(seed));
            let mut lost = vec![0; entrants as usize];
            let rounds = stage.past().rounds();
            for (number, played) in rounds.iter().enumerate() {
                for (index, (pairing, score)) in played.round.pairings.iter().zip(&played.scores).enumerate() {
                    prop_assert!(score.games() <= best_of + replays);
                    prop_assert!(2 * score.wins[0].max(score.wins[1]) <= best_of + 2);
                    let is_for_third_place = lives == 1 && number + 1 == rounds.len() && index == 1;
                    let sides = Side::BOTH.map(|side| pairing.entrant(side));
                    prop_assert!(is_for_third_place || sides.iter().all(|id| lost[id.index()] < lives));
                    // A level pairing goes to the higher seed; a grand final to the entrant with fewer losses.
                    let [one, other] = sides.map(|id| (lost[id.index()], id));
                    let winner = score.winner.map_or(one.min(other).1, |side| pairing.entrant(side));
                    for id in sides.into_iter().filter(|id| *id != winner) {
                        lost[id.index()] += 1;
                    }
                }
            }
        }
    }
}

/// Number of rematches in a double elimination before the last round of its lower bracket.
fn rematches(stage: &Stage, entrants: u32) -> usize {
    let rounds = 2 * entrants.ilog2() as usize - 2;
    let again = stage.past().meetings_again();
    again.iter().filter(|(round, _)| (*round as usize) < rounds).count()
}

#[test]
fn among_sixteen_equals_0_41_meet_again_in_a_double_elimination() {
    let brackets: u32 = 6000;
    let mut again = 0;
    for seed in 0..brackets {
        let format = Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 0 });
        let mut stage = stage(format, 16, u64::from(seed));
        play(&mut stage, 1, Order::Fifo, play::random_winner(u64::from(seed)));
        again += rematches(&stage, 16);
    }
    let each = again as f64 / f64::from(brackets);
    assert!((0.38..0.44).contains(&each), "{each} a bracket");
}
