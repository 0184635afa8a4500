//! Listed pairs.

use std::collections::{BTreeMap, BTreeSet};

use game::Seat;
use proptest::prelude::*;
use tournament::{
    EntrantId, Field, Format, FormatError, OpeningOrder, Openings, Pairings, RunSeed, Stage, StagePlan,
};

use super::stage;
use crate::play::{Order, play, strength_result};

/// Pairs of different entrants among `entrants`.
fn pairs(entrants: u32) -> impl Strategy<Value = Vec<[EntrantId; 2]>> {
    let pair =
        (0..entrants, 1..entrants).prop_map(move |(one, on)| [one, (one + on) % entrants].map(EntrantId));
    prop::collection::vec(pair, 1..60)
}

fn unordered([one, other]: [EntrantId; 2]) -> [EntrantId; 2] {
    [one.min(other), one.max(other)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_pairs_are_played_as_listed_and_nobody_twice_in_a_round(
        (entrants, pairs) in (2_u32..20).prop_flat_map(|entrants| (Just(entrants), pairs(entrants))),
        games in 1_u16..4, seed: u64,
    ) {
        let mut stage = stage(Format::Pairings(Pairings { pairs: pairs.clone(), games }), entrants, seed);
        play(&mut stage, 5, Order::Random(seed), strength_result);
        prop_assert_eq!(stage.games().len(), pairs.len() * usize::from(games));
        let mut played: BTreeMap<EntrantId, Vec<[EntrantId; 2]>> = BTreeMap::new();
        for round in stage.past().rounds() {
            let mut busy = BTreeSet::new();
            prop_assert!(!round.round.pairings.is_empty());
            for pairing in &round.round.pairings {
                prop_assert!(busy.insert(pairing.first) && busy.insert(pairing.second));
                for entrant in [pairing.first, pairing.second] {
                    played.entry(entrant).or_default().push([pairing.first, pairing.second]);
                }
            }
        }
        // Each entrant plays its own pairs in the order of the list, with the seats of the list.
        for entrant in (0..entrants).map(EntrantId) {
            let own: Vec<_> = pairs.iter().filter(|pair| pair.contains(&entrant)).copied().collect();
            prop_assert_eq!(played.remove(&entrant).unwrap_or_default(), own);
        }
    }

    #[test]
    fn a_pair_that_is_listed_again_has_other_openings(
        (entrants, pairs) in (2_u32..6).prop_flat_map(|entrants| (Just(entrants), pairs(entrants))),
    ) {
        let plan = StagePlan {
            openings: Openings { count: 100, order: OpeningOrder::Drawn },
            ..StagePlan::new(0, Format::Pairings(Pairings { pairs, games: 2 }))
        };
        let mut stage = Stage::new(plan, Field::numbered(entrants), RunSeed::from(1)).unwrap();
        let mut seen = BTreeSet::new();
        while let Some(fixture) = stage.next_fixture() {
            let seats = [Seat::First, Seat::Second].map(|seat| fixture.seats[seat]);
            prop_assert!(seen.insert((unordered(seats), seats, fixture.opening)), "{fixture:?}");
        }
    }
}

#[test]
fn pairs_with_somebody_who_does_not_play_are_left_out() {
    let pairs = [[0, 1], [2, 3], [1, 7]].map(|pair| pair.map(EntrantId)).to_vec();
    let open = |ranked: &[u32]| {
        let field = Field { ranked: ranked.iter().copied().map(EntrantId).collect(), ..Field::default() };
        let plan = StagePlan::new(0, Format::Pairings(Pairings { pairs: pairs.clone(), games: 1 }));
        Stage::new(plan, field, RunSeed::from(1))
    };
    assert_eq!(open(&[0, 1, 2]).unwrap().most_matches(), 1);
    assert_eq!(open(&[0, 1, 2, 3]).unwrap().most_matches(), 2);
    assert_eq!(open(&[0, 2]).unwrap_err(), FormatError::NoPairs);
}

#[test]
fn nobody_meets_themselves() {
    let plan = StagePlan::new(0, Format::Pairings(Pairings { pairs: vec![[EntrantId(1); 2]], games: 1 }));
    let error = Stage::new(plan, Field::numbered(3), RunSeed::from(1)).unwrap_err();
    assert_eq!(error, FormatError::Oneself(EntrantId(1)));
}
