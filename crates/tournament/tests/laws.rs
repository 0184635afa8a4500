//! The laws of every format, for 2 to 200 entrants.

mod play;

use std::collections::{BTreeMap, BTreeSet};

use game::{Dice, Seat};
use play::{Order, play, play_up_to, strength_result};
use proptest::prelude::*;
use tournament::{
    Bye, Criterion, DoubleElimination, EntrantId, Field, Format, FormatError, Gauntlet, GroupDraw, Groups,
    Ladder, MatchKey, RoundRobin, RunSeed, Side, SingleElimination, Stage, StagePlan, Swiss,
};

/// Sizes from 2 to 200, small ones more often: they are where the corners are.
fn sizes() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 2u32..12, 2 => 12u32..64, 1 => 64u32..=200]
}

fn stage(format: Format, entrants: u32, seed: u64) -> Stage {
    let plan = StagePlan {
        rank: vec![Criterion::Points, Criterion::Buchholz, Criterion::HeadToHead, Criterion::Sum(0)],
        metrics: 1,
        ..StagePlan::new(3, format)
    };
    Stage::new(plan, Field::numbered(entrants), RunSeed::from(seed)).expect("the parameters fit")
}

/// Every format with parameters that fit the number of entrants.
fn formats(entrants: u32) -> Vec<Format> {
    let swiss = |rounds: u32, games| Swiss { rounds: rounds.min(entrants - 1), games, bye: Bye::Win };
    let mut formats = vec![
        Format::RoundRobin(RoundRobin { games: 1, cycles: 1 }),
        Format::Swiss(swiss(5, 1)),
        Format::Swiss(swiss(3, 2)),
        Format::SingleElimination(SingleElimination { best_of: 3, replays: 1, third_place: true }),
        Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 2 }),
        Format::Gauntlet(Gauntlet { challengers: vec![EntrantId(0)], games: 2, cycles: 2 }),
        Format::Ladder(Ladder { games: 2, batch: entrants.div_ceil(3), budget: 4 * u64::from(entrants) }),
    ];
    if entrants >= 4 {
        let draw = if entrants.is_multiple_of(2) { GroupDraw::Snake } else { GroupDraw::Drawn };
        formats.push(Format::Groups(Groups { groups: entrants / 4 + 1, draw, games: 1, cycles: 1 }));
    }
    formats
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn nothing_depends_on_the_order_of_arrival_or_on_the_number_of_slots(entrants in sizes(), seed: u64) {
        for format in formats(entrants) {
            let mut one = stage(format.clone(), entrants, seed);
            let one_played = play(&mut one, 1, Order::Fifo, strength_result);
            prop_assert!(one_played as u64 <= one.most_matches(), "{format:?}");
            prop_assert!(one.is_over());
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
    fn a_schedule_only_adds(entrants in sizes(), seed: u64, share in 0u64..100) {
        for format in formats(entrants) {
            let mut whole = stage(format.clone(), entrants, seed);
            let all = play(&mut whole, 3, Order::Fifo, strength_result);
            let mut part = stage(format.clone(), entrants, seed);
            play_up_to(&mut part, all as u64 * share / 100);
            prop_assert!(whole.games().starts_with(part.games()), "{format:?}");
            for (part, whole) in part.past().rounds().iter().zip(whole.past().rounds()) {
                prop_assert_eq!(&part.round, &whole.round);
            }
            // A table of a part has everybody in it, each place once.
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
        for format in formats(entrants) {
            let is_ladder = matches!(format, Format::Ladder(_));
            let mut stage = stage(format.clone(), entrants, seed);
            play(&mut stage, 5, Order::Fifo, strength_result);
            for played in stage.past().rounds() {
                let pairings = played.round.pairings.iter();
                let mut there: Vec<_> = pairings.flat_map(|pairing| [pairing.first, pairing.second]).collect();
                prop_assert!(played.round.pairings.iter().all(|pairing| pairing.first != pairing.second));
                there.extend(&played.round.byes);
                let distinct: BTreeSet<_> = there.iter().copied().collect();
                prop_assert!(is_ladder || distinct.len() == there.len(), "{format:?}");
            }
        }
    }

    #[test]
    fn in_a_round_robin_all_meet_as_often_as_promised_from_both_seats(
        entrants in sizes(), games in 1u16..4, cycles in 1u32..4,
    ) {
        let mut stage = stage(Format::RoundRobin(RoundRobin { games, cycles }), entrants, 1);
        let mut met: BTreeMap<(EntrantId, EntrantId), u32> = BTreeMap::new();
        let mut balance = vec![0i32; entrants as usize];
        let mut count = 0u64;
        while let Some(fixture) = stage.next_fixture() {
            let (first, second) = (fixture.seats[Seat::First], fixture.seats[Seat::Second]);
            *met.entry((first.min(second), first.max(second))).or_default() += 1;
            balance[first.index()] += 1;
            balance[second.index()] -= 1;
            count += 1;
        }
        let each = u32::from(games) * cycles;
        prop_assert_eq!(count, stage.most_matches());
        prop_assert_eq!(met.len() as u32, entrants * (entrants - 1) / 2);
        prop_assert!(met.values().all(|&times| times == each));
        let most = i32::from(each % 2 == 1);
        prop_assert!(balance.iter().all(|balance| balance.abs() <= most), "{balance:?}");
    }

    #[test]
    fn who_joins_a_round_robin_late_meets_everybody_and_nothing_else_changes(
        early in 2u32..30, joining in prop::collection::vec(1u32..6, 1..3), cycles in 1u32..3,
    ) {
        let format = Format::RoundRobin(RoundRobin { games: 2, cycles });
        let plan = StagePlan::new(0, format);
        prop_assert!(plan.format.takes_late_entrants());
        let keys = |field: Field| {
            let mut stage = Stage::new(plan.clone(), field, RunSeed::from(1)).unwrap();
            let mut fixtures = Vec::new();
            while let Some(fixture) = stage.next_fixture() {
                fixtures.push((fixture.key, fixture.seats, fixture.seed));
            }
            assert_eq!(fixtures.len() as u64, stage.most_matches());
            fixtures
        };
        let mut field = Field::numbered(early);
        let mut before = keys(field.clone());
        for count in joining {
            let from = field.ranked.len() as u32;
            let batch: Vec<_> = (from..from + count).map(EntrantId).collect();
            field.ranked.extend(&batch);
            field.late.push(batch);
            let after = keys(field.clone());
            prop_assert!(after.starts_with(&before));
            before = after;
        }
        let mut met: BTreeMap<(EntrantId, EntrantId), u32> = BTreeMap::new();
        for (_, seats, _) in before {
            *met.entry((seats[Seat::First], seats[Seat::Second])).or_default() += 1;
        }
        let all = field.ranked.len();
        prop_assert_eq!(met.len(), all * (all - 1));
        prop_assert!(met.values().all(|&times| times == cycles));
    }

    #[test]
    fn in_an_odd_round_robin_everybody_rests_once_a_cycle(half in 1u32..100) {
        let entrants = 2 * half + 1;
        let mut stage = stage(Format::RoundRobin(RoundRobin { games: 1, cycles: 2 }), entrants, 1);
        play(&mut stage, 1, Order::Fifo, strength_result);
        let mut rests = vec![0; entrants as usize];
        for bye in stage.past().rounds().iter().flat_map(|played| &played.round.byes) {
            rests[bye.index()] += 1;
        }
        prop_assert!(rests.iter().all(|&rests| rests == 2), "{rests:?}");
    }

    #[test]
    fn in_groups_all_of_a_group_meet_and_nobody_else(entrants in 4u32..100, seed: u64, drawn: bool) {
        let draw = if drawn { GroupDraw::Drawn } else { GroupDraw::Snake };
        let groups = 1 + entrants / 6;
        let mut stage = stage(Format::Groups(Groups { groups, draw, games: 2, cycles: 1 }), entrants, seed);
        play(&mut stage, 9, Order::Random(seed), strength_result);
        let standings = stage.standings();
        let group = |entrant| standings.row(entrant).unwrap().group.unwrap();
        let mut met = BTreeSet::new();
        for game in stage.games() {
            let (first, second) = (game.seats[Seat::First], game.seats[Seat::Second]);
            prop_assert_eq!(group(first), group(second));
            prop_assert!(met.insert((first, second)));
        }
        let mut sizes = BTreeMap::<u32, usize>::new();
        for row in &standings.rows {
            *sizes.entry(row.group.unwrap()).or_default() += 1;
        }
        prop_assert_eq!(sizes.len() as u32, groups);
        prop_assert!(sizes.values().max().unwrap() - sizes.values().min().unwrap() <= 1);
        prop_assert_eq!(met.len(), sizes.values().map(|size| size * (size - 1)).sum::<usize>());
        prop_assert_eq!(met.len() as u64, stage.most_matches());
        // The table begins with the best of each group.
        let first: BTreeSet<_> = standings.rows[..groups as usize].iter().map(|row| row.group).collect();
        prop_assert_eq!(first.len() as u32, groups);
    }

    #[test]
    fn in_a_gauntlet_challengers_meet_all_others_and_nobody_else_plays(
        entrants in 2u32..80, challengers in 1u32..5, cycles in 1u32..3,
    ) {
        prop_assume!(challengers < entrants);
        let list: Vec<_> = (0..challengers).map(EntrantId).collect();
        let mut stage = stage(Format::Gauntlet(Gauntlet { challengers: list.clone(), games: 1, cycles }), entrants, 1);
        let mut met: BTreeMap<(EntrantId, EntrantId), u32> = BTreeMap::new();
        let mut balance: BTreeMap<EntrantId, i32> = BTreeMap::new();
        while let Some(fixture) = stage.next_fixture() {
            let (first, second) = (fixture.seats[Seat::First], fixture.seats[Seat::Second]);
            prop_assert!(list.contains(&first) != list.contains(&second));
            *met.entry((first.min(second), first.max(second))).or_default() += 1;
            *balance.entry(first).or_default() += 1;
            *balance.entry(second).or_default() -= 1;
        }
        prop_assert_eq!(met.len() as u32, challengers * (entrants - challengers));
        prop_assert!(met.values().all(|&times| times == cycles));
        prop_assert!(balance.values().all(|balance| balance.abs() <= 1), "{balance:?}");
    }

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

#[test]
fn too_few_entrants_are_an_error() {
    for entrants in [0, 1] {
        for format in formats(2) {
            let plan = StagePlan::new(0, format.clone());
            let error = Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).unwrap_err();
            let few = matches!(error, FormatError::TooFew { .. });
            let no_challenger = matches!(error, FormatError::Zero("challengers"));
            assert!(few || no_challenger, "{format:?}: {error}");
        }
    }
}

#[test]
fn parameters_that_cannot_be_are_refused_by_name() {
    let error = |format, entrants| {
        let plan = StagePlan::new(0, format);
        Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).unwrap_err().to_string()
    };
    assert_eq!(
        error(Format::Swiss(Swiss { rounds: 8, games: 1, bye: Bye::Win }), 8),
        "`rounds` is 8, but with 8 entrants it can be at most 7"
    );
    assert_eq!(
        error(Format::RoundRobin(RoundRobin { games: 0, cycles: 1 }), 8),
        "`games` must be at least 1"
    );
    let groups = Groups { groups: 5, draw: GroupDraw::Snake, games: 1, cycles: 1 };
    assert_eq!(error(Format::Groups(groups), 8), "`groups` is 5, but with 8 entrants it can be at most 4");
    assert_eq!(
        error(Format::RoundRobin(RoundRobin { games: 5000, cycles: 1 }), 8),
        "the stage has 5000 games in a pairing, more than the limit of 4096"
    );
    assert_eq!(
        error(Format::RoundRobin(RoundRobin { games: 1, cycles: 1_000_000 }), 8),
        "the stage has 7000000 rounds, more than the limit of 1048576"
    );
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

#[test]
fn results_that_were_not_asked_for_and_second_results_are_refused() {
    let mut stage = stage(Format::RoundRobin(RoundRobin { games: 1, cycles: 1 }), 4, 1);
    let fixture = stage.next_fixture().unwrap();
    let result = strength_result(&fixture);
    let later = MatchKey::new(3, 2, 0, 0).unwrap();
    let elsewhere = MatchKey::new(4, 0, 0, 0).unwrap();
    for key in [later, elsewhere] {
        let error = stage.record(key, result.clone()).unwrap_err();
        assert_eq!(error.to_string(), format!("match {key} was not asked for"));
    }
    assert!(stage.record(fixture.key, result.clone()).is_ok());
    let error = stage.record(fixture.key, result).unwrap_err();
    assert_eq!(error.to_string(), "match 4.1.1.1 has a result");
}
