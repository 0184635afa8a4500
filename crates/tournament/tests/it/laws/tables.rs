//! Formats with fixed pairings: round robins, groups, gauntlets.

use std::collections::{BTreeMap, BTreeSet};

use game::Seat;
use proptest::prelude::*;
use tournament::{
    EntrantId, Field, Format, Gauntlet, GroupDraw, Groups, RoundRobin, RunSeed, Stage, StagePlan,
};

use super::{sizes, stage};
use crate::play::{Order, play, strength_result};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn in_a_round_robin_all_meet_as_often_as_promised_from_both_seats(
        entrants in sizes(), games in 1u16..4, cycles in 1u32..4,
    ) {
        // A guest meets all others like any entrant.
        let ranked = entrants - u32::from(entrants > 2);
        let guests = (ranked..entrants).map(EntrantId).collect();
        let plan = StagePlan::new(0, Format::RoundRobin(RoundRobin { games, cycles }));
        let mut stage =
            Stage::new(plan, Field { guests, ..Field::numbered(ranked) }, RunSeed::from(1)).unwrap();
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
        early in sizes(), joining in prop::collection::vec(1u32..6, 1..3), cycles in 1u32..3,
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
    fn in_groups_all_of_a_group_meet_as_often_as_promised_and_nobody_else(
        entrants in sizes().prop_filter("two groups", |entrants| *entrants >= 4),
        seed: u64, drawn: bool, games in 1u16..3, cycles in 1u32..4,
    ) {
        let draw = if drawn { GroupDraw::Drawn } else { GroupDraw::Snake };
        let groups = 1 + entrants / 6;
        let mut stage = stage(Format::Groups(Groups { groups, draw, games, cycles }), entrants, seed);
        play(&mut stage, 9, Order::Random(seed), strength_result);
        let standings = stage.standings();
        let group = |entrant| standings.row(entrant).unwrap().group.unwrap();
        let mut met: BTreeMap<(EntrantId, EntrantId), u32> = BTreeMap::new();
        let mut balance = vec![0i32; entrants as usize];
        for game in stage.games() {
            let (first, second) = (game.seats[Seat::First], game.seats[Seat::Second]);
            prop_assert_eq!(group(first), group(second));
            *met.entry((first.min(second), first.max(second))).or_default() += 1;
            balance[first.index()] += 1;
            balance[second.index()] -= 1;
        }
        let each = u32::from(games) * cycles;
        prop_assert!(met.values().all(|&times| times == each));
        prop_assert!(balance.iter().all(|balance| balance.unsigned_abs() <= each % 2), "{balance:?}");
        let mut sizes = BTreeMap::<u32, usize>::new();
        for row in &standings.rows {
            *sizes.entry(row.group.unwrap()).or_default() += 1;
        }
        prop_assert_eq!(sizes.len() as u32, groups);
        prop_assert!(sizes.values().max().unwrap() - sizes.values().min().unwrap() <= 1);
        prop_assert_eq!(met.len(), sizes.values().map(|size| size * (size - 1) / 2).sum::<usize>());
        prop_assert_eq!(stage.games().len() as u64, stage.most_matches());
        // In a group of an odd number, each entrant rests once a cycle.
        let mut rests = vec![0; entrants as usize];
        for bye in stage.past().rounds().iter().flat_map(|played| &played.round.byes) {
            rests[bye.index()] += 1;
        }
        for row in &standings.rows {
            let size = sizes[&row.group.unwrap()] as u32;
            prop_assert_eq!(rests[row.entrant.index()], cycles * (size % 2));
        }
        // All groups begin a cycle in the same round.
        let longest = stage.most_rounds() / cycles;
        for (number, played) in (0..).zip(stage.past().rounds()) {
            prop_assert!(played.round.pairings.iter().all(|pairing| pairing.turn == number / longest));
        }
        // The table begins with the best of each group.
        let first: BTreeSet<_> = standings.rows[..groups as usize].iter().map(|row| row.group).collect();
        prop_assert_eq!(first.len() as u32, groups);
    }

    #[test]
    fn in_a_gauntlet_challengers_meet_all_others_and_nobody_else_plays(
        entrants in sizes(), challengers in 1u32..5, games in 1u16..4, cycles in 1u32..3,
    ) {
        prop_assume!(challengers < entrants);
        let list: Vec<_> = (0..challengers).map(EntrantId).collect();
        let mut stage = stage(Format::Gauntlet(Gauntlet { challengers: list.clone(), games, cycles }), entrants, 1);
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
        prop_assert!(met.values().all(|&times| times == cycles * u32::from(games)));
        prop_assert!(balance.values().all(|balance| balance.abs() <= 1), "{balance:?}");
    }
}
