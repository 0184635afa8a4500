//! Swiss tournaments.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tournament::{Bye, EntrantId, Field, Format, RunSeed, Side, Stage, StagePlan, Swiss};

use super::{sizes, stage};
use crate::play::{self, Order, play};

proptest! {
    #![proptest_config(play::cases(20))]

    #[test]
    fn a_swiss_keeps_its_rules(entrants in sizes(), seed: u64, games in 1u16..3, draws: bool) {
        play_swiss(entrants, seed, games, draws)?;
    }
}

#[test]
fn in_the_last_round_one_of_the_best_may_have_one_seat_three_times_more() {
    play_swiss(74, 14_882_831_497_776_127_123, 1, true).unwrap();
}

fn play_swiss(entrants: u32, seed: u64, games: u16, draws: bool) -> Result<(), TestCaseError> {
    let rounds = (entrants - 1).min(if entrants < 12 { 11 } else { 7 });
    let mut stage = stage(Format::Swiss(Swiss { rounds, games, ..Swiss::default() }), entrants, seed);
    let result = if draws { play::mostly_draws(seed) } else { play::random_winner(seed) };
    play(&mut stage, 8, Order::Random(seed), result);
    prop_assert_eq!(stage.past().rounds().len() as u32, rounds);
    check_swiss(&stage, entrants, games)
}

/// Checks each round of a Swiss against the possible ones.
fn check_swiss(stage: &Stage, entrants: u32, games: u16) -> Result<(), TestCaseError> {
    let mut met: BTreeSet<(EntrantId, EntrantId)> = BTreeSet::new();
    let mut byes = vec![0; entrants as usize];
    let mut balance = vec![0i32; entrants as usize];
    let rounds = stage.past().rounds();
    for (number, played) in (1..).zip(rounds) {
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
                // Only if giving the bye to any player with fewer byes would force a rematch.
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
        // In the last round, entrants with more than half of the points may be paired against their absolute
        // preference.
        let most = if entrants <= 12 || number == rounds.len() { 3 } else { 2 };
        prop_assert!(balance.iter().all(|balance| balance.abs() <= most), "round {number}: {balance:?}");
    }
    Ok(())
}

#[test]
fn nobody_sits_alike_three_times_running_before_the_last_round() {
    for seed in 0..12 {
        let format = Format::Swiss(Swiss { rounds: 9, ..Swiss::default() });
        let mut stage = stage(format, 40, seed);
        play(&mut stage, 8, Order::Random(seed), play::random_winner(seed));
        let mut seats: BTreeMap<EntrantId, Vec<Side>> = BTreeMap::new();
        for pairing in stage.past().rounds().iter().take(8).flat_map(|played| &played.round.pairings) {
            for side in Side::BOTH {
                seats.entry(pairing.entrant(side)).or_default().push(side);
            }
        }
        let alike = seats
            .values()
            .flat_map(|sides| sides.windows(3))
            .filter(|three| three.iter().min() == three.iter().max());
        assert_eq!(alike.count(), 0, "seed {seed}");
    }
}

#[test]
fn who_met_again_is_told() {
    let mut again = 0;
    for seed in 0..60 {
        let format = Format::Swiss(Swiss { rounds: 4, ..Swiss::default() });
        let mut stage = stage(format, 6, seed);
        play(&mut stage, 1, Order::Fifo, play::random_winner(seed));
        let mut met = BTreeSet::new();
        let mut expected = Vec::new();
        for (number, played) in (0..).zip(stage.past().rounds()) {
            for &pairing in &played.round.pairings {
                if !met.insert((pairing.first.min(pairing.second), pairing.first.max(pairing.second))) {
                    expected.push((number, pairing));
                }
            }
        }
        assert_eq!(stage.past().meetings_again(), expected);
        // If three rounds leave two triangles of entrants that have not met, one of three pairs meets again.
        assert!(expected.len() <= 1, "seed {seed}: {expected:?}");
        again += expected.len();
    }
    assert!(again > 0, "with 6 entrants it happens");
}

#[test]
fn who_asks_for_a_bye_rests_and_scores_it() {
    let asked: BTreeMap<EntrantId, BTreeSet<u32>> =
        [(EntrantId(0), BTreeSet::from([1])), (EntrantId(3), BTreeSet::from([0, 2]))].into();
    for (requested_bye, points) in [(Bye::Draw, 500), (Bye::Nothing, 0), (Bye::Win, 1000)] {
        let format =
            Format::Swiss(Swiss { rounds: 4, requested: asked.clone(), requested_bye, ..Swiss::default() });
        let mut stage = stage(format, 8, 5);
        play(&mut stage, 4, Order::Fifo, play::better_seed_wins);
        let rests: Vec<(usize, EntrantId)> = stage
            .past()
            .rounds()
            .iter()
            .enumerate()
            .flat_map(|(number, played)| played.round.absent.iter().map(move |&entrant| (number, entrant)))
            .collect();
        assert_eq!(rests, [(0, EntrantId(3)), (1, EntrantId(0)), (2, EntrantId(3))]);
        // The best seed wins whenever it plays.
        let standings = stage.standings();
        assert_eq!(standings.row(EntrantId(0)).unwrap().tally.points.thousandths(), 3000 + points);
        let had_bye = |entrant| {
            stage.past().rounds().iter().filter(|played| played.round.byes.contains(&entrant)).count()
        };
        assert!(
            requested_bye != Bye::Win || had_bye(EntrantId(3)) == 0,
            "who scored a win without playing has no bye"
        );
    }
}

#[test]
fn those_who_are_kept_apart_meet_only_where_nothing_else_is_left() {
    let teams: Vec<Vec<EntrantId>> =
        (0..4).map(|team| (0..3).map(|of| EntrantId(team + 4 * of)).collect()).collect();
    for seed in 0..20 {
        let format = Format::Swiss(Swiss { rounds: 5, apart: teams.clone(), ..Swiss::default() });
        let mut stage = stage(format, 12, seed);
        play(&mut stage, 4, Order::Fifo, play::random_winner(seed));
        let pairings = stage.past().rounds().iter().flat_map(|played| &played.round.pairings);
        assert_eq!(
            pairings.filter(|pairing| pairing.first.0 % 4 == pairing.second.0 % 4).count(),
            0,
            "seed {seed}"
        );
    }
    let everybody = (0..4).map(EntrantId).collect();
    let format = Format::Swiss(Swiss { rounds: 3, apart: vec![everybody], ..Swiss::default() });
    let mut stage = stage(format, 4, 1);
    assert_eq!(play(&mut stage, 4, Order::Fifo, play::better_seed_wins), 6, "a team of all plays");
    assert_eq!(stage.past().meetings_again(), [], "and meets nobody twice");
}

#[test]
fn who_joins_late_is_paired_from_then_on() {
    let since = [(EntrantId(6), 2)].into();
    let field = Field { late: vec![vec![EntrantId(6)]], since, ..Field::numbered(7) };
    let swiss = Format::Swiss(Swiss { rounds: 4, ..Swiss::default() });
    let plan = StagePlan::new(3, swiss.clone());
    let mut stage = Stage::new(plan, field, RunSeed::from(4)).unwrap();
    play(&mut stage, 4, Order::Fifo, play::better_seed_wins);
    let is_there = |round: usize| {
        let round = &stage.past().rounds()[round].round;
        round.byes.contains(&EntrantId(6))
            || round.pairings.iter().any(|pairing| pairing.side_of(EntrantId(6)).is_some())
    };
    assert_eq!([0, 1, 2, 3].map(is_there), [false, false, true, true]);
    // The earlier rounds are those of a tournament without it.
    let mut without = Stage::new(StagePlan::new(3, swiss), Field::numbered(6), RunSeed::from(4)).unwrap();
    play(&mut without, 4, Order::Fifo, play::better_seed_wins);
    for round in 0..2 {
        assert_eq!(stage.past().rounds()[round], without.past().rounds()[round]);
    }
}

/// Returns `true` if these can be paired without a rematch, by trying all pairings. With an odd number, one is left
/// out.
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
            let format = Format::Swiss(Swiss { rounds: entrants - 1, games: 1, ..Swiss::default() });
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
    // With the stronger always winning, 2^k entrants and balanced seats, opponents always have equally many wins.
    let format = Format::Swiss(Swiss { rounds: 5, games: 2, ..Swiss::default() });
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
