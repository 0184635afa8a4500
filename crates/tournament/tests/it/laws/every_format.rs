//! Laws that hold in every format.

use std::collections::BTreeSet;

use game::{Dice, Outcome, Seat};
use proptest::prelude::*;
use tournament::{
    EntrantId, Field, Fixture, Format, MatchKey, Pyramid, RoundRobin, RunSeed, Side, Stage, StagePlan, Swiss,
};

use super::{formats, sizes, stage};
use crate::play::{Order, cases, is_part_of, play, play_up_to, strength_result, win};

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn nothing_depends_on_the_order_of_arrival_or_on_the_number_of_slots(entrants in sizes(), seed: u64) {
        for format in formats(entrants) {
            let mut one = stage(format.clone(), entrants, seed);
            let one_played = play(&mut one, 1, Order::Fifo, strength_result);
            prop_assert_eq!(one.games().len(), one_played);
            for (slots, order) in [(7, Order::Random(seed)), (usize::MAX, Order::Lifo)] {
                let mut other = stage(format.clone(), entrants, seed);
                play(&mut other, slots, order, strength_result);
                prop_assert_eq!(one.games(), other.games(), "{:?}", &format);
                prop_assert_eq!(one.past().rounds(), other.past().rounds());
                prop_assert_eq!(one.standings(), other.standings());
            }
        }
    }

    #[test]
    fn it_comes_to_an_end_within_what_it_promised(entrants in sizes(), seed: u64) {
        for format in formats(entrants) {
            let mut stage = stage(format.clone(), entrants, seed);
            let played = play(&mut stage, 6, Order::Lifo, strength_result) as u64;
            prop_assert!(stage.is_over() && stage.next_fixture().is_none());
            prop_assert!(played > 0 && played <= stage.most_matches(), "{format:?}");
            prop_assert!(stage.past().rounds().len() as u32 <= stage.most_rounds(), "{format:?}");
            if stage.is_fixed() {
                prop_assert_eq!(played, stage.most_matches());
                prop_assert_eq!(stage.past().rounds().len() as u32, stage.most_rounds());
            }
        }
    }

    #[test]
    fn no_result_takes_a_match_back(entrants in sizes(), seed: u64, share in 0usize..100) {
        for format in formats(entrants) {
            let mut whole = stage(format.clone(), entrants, seed);
            let all = play(&mut whole, 1, Order::Fifo, strength_result);
            // A random part of the results, not just the first ones.
            let mut part = stage(format.clone(), entrants, seed);
            let mut dice = Dice::from_number(seed);
            let mut waiting = Vec::new();
            for _ in 0..all * share / 100 {
                waiting.extend(std::iter::from_fn(|| part.next_fixture()));
                let ended: Fixture = waiting.swap_remove(dice.below(waiting.len()));
                prop_assert!(part.record(ended.key, strength_result(&ended)).unwrap().is_kept());
            }
            waiting.extend(std::iter::from_fn(|| part.next_fixture()));
            let keys: BTreeSet<MatchKey> = whole.games().iter().map(|game| game.key).collect();
            for fixture in waiting {
                prop_assert!(keys.contains(&fixture.key), "{format:?}: {fixture:?}");
                prop_assert_eq!(whole.fixture_of(fixture.key), Some(fixture));
            }
        }
    }

    #[test]
    fn seats_change_after_every_game_of_a_pairing(entrants in sizes(), seed: u64) {
        for format in formats(entrants) {
            let mut stage = stage(format.clone(), entrants, seed);
            play(&mut stage, 3, Order::Fifo, strength_result);
            for game in stage.games() {
                let round = &stage.past().rounds()[game.key.round() as usize].round;
                let pairing = round.pairings[game.key.pairing() as usize];
                let first = if game.key.number() % 2 == 0 { pairing.first } else { pairing.second };
                prop_assert_eq!(game.seats[Seat::First], first);
                prop_assert!(pairing.first != pairing.second);
                prop_assert_eq!(game.seats[Seat::Second].0, pairing.first.0 + pairing.second.0 - first.0);
            }
        }
    }

    // In fixed formats seats are balanced over all rounds: see the laws of each.
    #[test]
    fn the_first_seat_goes_to_who_had_it_less_often(entrants in sizes(), seed: u64) {
        for format in formats(entrants) {
            let mut stage = stage(format.clone(), entrants, seed);
            let is_odd = match &format {
                Format::Swiss(plan) => plan.games % 2 == 1,
                _ => !stage.is_fixed(),
            };
            if !is_odd {
                continue;
            }
            play(&mut stage, 5, Order::Random(seed), strength_result);
            check_seats(&stage);
        }
    }

    // If rounds depend on results, another result leads to other opponents.
    #[test]
    fn in_a_fixed_format_a_better_result_is_never_a_worse_place(
        entrants in 2u32..40, seed: u64, share in 0usize..100,
    ) {
        for format in formats(entrants) {
            let mut before = stage(format.clone(), entrants, seed);
            if !before.is_fixed() {
                continue;
            }
            let all = play(&mut before, 1, Order::Fifo, strength_result);
            let changed = before.games().get(all * share / 100).unwrap();
            let (winner, result) = match changed.result.outcome {
                Outcome::Win(seat) => (seat.other(), win(seat.other())),
                Outcome::Draw => (Seat::First, win(Seat::First)),
            };
            let mut after = stage(format.clone(), entrants, seed);
            let better = |fixture: &Fixture| {
                if fixture.key == changed.key { result.clone() } else { strength_result(fixture) }
            };
            play(&mut after, 1, Order::Fifo, better);
            let place = |stage: &Stage| stage.standings().row(changed.seats[winner]).and_then(|row| row.place);
            prop_assert!(place(&after) <= place(&before), "{format:?}: {:?}", changed.key);
            prop_assert!(place(&after).is_some());
        }
    }

    #[test]
    fn a_schedule_only_adds(entrants in sizes(), seed: u64, share in 0u64..100) {
        for format in formats(entrants) {
            let mut whole = stage(format.clone(), entrants, seed);
            let all = play(&mut whole, 3, Order::Fifo, strength_result);
            let mut part = stage(format.clone(), entrants, seed);
            play_up_to(&mut part, all as u64 * share / 100);
            prop_assert!(is_part_of(&part, &whole), "{format:?}");
            for (part, whole) in part.past().rounds().iter().zip(whole.past().rounds()) {
                prop_assert_eq!(&part.round, &whole.round);
            }
            // A partial table has all entrants in it, each place once.
            let mut ranked = part.standings().order();
            ranked.sort_unstable();
            prop_assert_eq!(ranked, Field::numbered(entrants).ranked);
        }
    }

    #[test]
    fn the_record_is_in_schedule_order_and_every_match_is_once_in_it(entrants in sizes(), seed: u64) {
        for format in formats(entrants) {
            let mut stage = stage(format.clone(), entrants, seed);
            let played = play(&mut stage, 5, Order::Random(seed), strength_result);
            let keys: Vec<MatchKey> = stage.games().iter().map(|game| game.key).collect();
            prop_assert!(keys.is_sorted_by(|a, b| a < b), "{format:?}");
            prop_assert_eq!(keys.len(), played);
            prop_assert!(keys.iter().all(|key| key.stage() == 3));
        }
    }

    #[test]
    fn nobody_is_paired_twice_in_a_round(entrants in sizes(), seed: u64) {
        // In a pyramid the newcomer of a round is in all of its pairings.
        for format in formats(entrants).into_iter().filter(|format| !matches!(format, Format::Pyramid(_))) {
            let mut stage = stage(format.clone(), entrants, seed);
            play(&mut stage, 5, Order::Fifo, strength_result);
            for played in stage.past().rounds() {
                let pairings = played.round.pairings.iter();
                let mut there: Vec<_> = pairings.flat_map(|pairing| [pairing.first, pairing.second]).collect();
                prop_assert!(played.round.pairings.iter().all(|pairing| pairing.first != pairing.second));
                there.extend(&played.round.byes);
                let distinct: BTreeSet<_> = there.iter().copied().collect();
                prop_assert!(distinct.len() == there.len(), "{format:?}");
            }
        }
    }
}

proptest! {
    #[test]
    fn in_a_pyramid_each_newcomer_meets_all_before_it(early in 2u32..30, late in 0u32..5, games in 1u16..4) {
        let ranked = Field::numbered(early + late).ranked;
        let joined = ranked[early as usize..].to_vec();
        let field = Field { ranked, late: vec![joined], guests: vec![EntrantId(early + late)], ..Field::default() };
        let plan = StagePlan::new(0, Format::Pyramid(Pyramid { games }));
        let mut stage = Stage::new(plan, field.clone(), RunSeed::from(1)).unwrap();
        prop_assert!(stage.is_fixed());
        let played = play(&mut stage, 9, Order::Lifo, strength_result) as u64;
        prop_assert_eq!(played, stage.most_matches());
        // Seeds, the guest, then the late entrants.
        let order: Vec<EntrantId> = field.early().into_iter().chain(field.late[0].iter().copied()).collect();
        let mut balance = vec![0i32; order.len()];
        prop_assert_eq!(stage.past().rounds().len() + 1, order.len());
        for (number, played) in stage.past().rounds().iter().enumerate() {
            let mut met = Vec::new();
            for pairing in &played.round.pairings {
                let side = pairing.side_of(order[number + 1]).unwrap();
                met.push(pairing.entrant(side.other()));
                balance[pairing.first.index()] += 1;
                balance[pairing.second.index()] -= 1;
            }
            prop_assert_eq!(&met, &order[..=number]);
        }
        prop_assert!(balance.iter().all(|balance| balance.abs() <= 1), "{:?}", balance);
    }
}

#[test]
fn a_fixed_format_can_be_handed_out_whole() {
    let mut stage = stage(Format::RoundRobin(RoundRobin { games: 2, cycles: 2 }), 9, 1);
    let mut fixtures = Vec::new();
    while let Some(fixture) = stage.next_fixture() {
        fixtures.push(fixture);
    }
    assert!(stage.is_fixed());
    assert_eq!(fixtures.len(), 144);
    let seeds: BTreeSet<_> = fixtures.iter().map(|fixture| fixture.seed).collect();
    assert_eq!(seeds.len(), 144);
    Dice::from_number(3).shuffle(&mut fixtures);
    for fixture in &fixtures {
        assert!(stage.record(fixture.key, strength_result(fixture)).unwrap().is_kept());
    }
    assert!(stage.is_over());
}

/// Checks that the first seat goes to the entrant that had it less often, unless an entrant of a Swiss had the same
/// seat twice in a row.
fn check_seats(stage: &Stage) {
    let mut had: Vec<Vec<Side>> = vec![Vec::new(); stage.field().everybody().len()];
    let is_swiss = matches!(stage.plan().format, Format::Swiss(_));
    for played in stage.past().rounds() {
        let before = had.clone();
        for pairing in &played.round.pairings {
            let [first, second] = Side::BOTH.map(|side| pairing.entrant(side).index());
            let firsts = |entrant: usize| before[entrant].iter().filter(|side| **side == Side::First).count();
            let more_firsts = |entrant: usize| 2 * firsts(entrant) as i64 - before[entrant].len() as i64;
            let is_due_another = is_swiss
                && (before[first].ends_with(&[Side::Second; 2])
                    || before[second].ends_with(&[Side::First; 2]));
            assert!(
                more_firsts(first) <= more_firsts(second) || is_due_another,
                "{:?}: {pairing:?}",
                stage.plan().format
            );
            had[first].push(Side::First);
            had[second].push(Side::Second);
        }
    }
}

/// Found by chance: the balance of the seats alone would give the first seat to the other.
#[test]
fn who_had_a_seat_twice_running_is_given_the_other() {
    let seed = 13_415_216_015_554_766_926;
    let format = Format::Swiss(Swiss { rounds: 5, games: 1, ..Swiss::default() });
    let mut stage = stage(format, 7, seed);
    play(&mut stage, 5, Order::Random(seed), strength_result);
    check_seats(&stage);
}
