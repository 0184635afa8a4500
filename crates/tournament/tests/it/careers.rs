//! Grades are computed from the same counts as the tables.

use crate::play;

use std::collections::BTreeSet;

use play::{Order, better_seed_wins, play, strength_result};
use proptest::prelude::*;
use tournament::rulings::{self, PastGames, Since};
use tournament::{
    Bye, Career, Carry, DoubleElimination, Encounter, Entrant, EntrantId, Field, Format, Gauntlet, Grade,
    GroupDraw, Groups, GuestGames, Ladder, RoundRobin, Ruling, Rulings, RunSeed, Scoring, SingleElimination,
    Stage, StagePlan, Swiss, Tally,
};

/// Five entrants, so one has a bye in each of three rounds; a bye is worth the two games of a pairing.
fn swiss_of_five(bye: Bye) -> Stage {
    let format = Format::Swiss(Swiss { rounds: 3, games: 2, bye, ..Swiss::default() });
    let plan = StagePlan { metrics: 1, ..StagePlan::new(0, format) };
    let mut stage = Stage::new(plan, Field::numbered(5), RunSeed::from(1)).expect("enough entrants");
    play(&mut stage, 2, Order::Fifo, strength_result);
    stage
}

fn tally(stage: &Stage, entrant: u32) -> Tally {
    stage.standings().row(EntrantId(entrant)).expect("in the field").tally.clone()
}

#[test]
fn a_bye_counts_in_the_gradebook_as_in_the_table() {
    for (bye, scores) in [(Bye::Win, 2), (Bye::Draw, 2), (Bye::Nothing, 0)] {
        let stage = swiss_of_five(bye);
        let careers = Career::all(5, [&stage], 1, &BTreeSet::new());
        for (entrant, career) in (0..).zip(&careers) {
            assert_eq!(career.tally, tally(&stage, entrant));
        }
        let byes: Vec<u32> = careers.iter().map(|career| career.tally.byes).collect();
        assert_eq!(byes.iter().sum::<u32>(), 3 * scores, "{bye:?}: {byes:?}");
        let grade = |text: &str, career| {
            let entrants: Vec<Entrant> = Vec::new();
            Grade::parse(text, &["boxes"], &entrants).unwrap().evaluate(career).unwrap()
        };
        for career in &careers {
            assert!(grade("wins + draws + losses - games - byes", career).abs() < 1e-9);
            assert!(grade("wins / (games + byes)", career) <= 1.0);
        }
    }
}

#[test]
fn what_was_carried_counts_once() {
    let first = swiss_of_five(Bye::Win);
    let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
    let plan = StagePlan { metrics: 1, ..StagePlan::new(1, format) };
    let field = first.advancing(Some(3), Carry::Tally);
    let mut second = Stage::new(plan, field, RunSeed::from(1)).unwrap();
    play(&mut second, 1, Order::Fifo, strength_result);
    let careers = Career::all(5, [&first, &second], 1, &BTreeSet::new());
    for entrant in second.standings().order() {
        assert_eq!(careers[entrant.index()].tally, tally(&second, entrant.0));
        assert_eq!(careers[entrant.index()].tally.games, tally(&first, entrant.0).games + 2);
    }
}

#[test]
fn games_against_guests_count_as_in_the_table_and_beating_one_counts_always() {
    let entrants = [Entrant::ranked("A"), Entrant::ranked("B"), Entrant::guest("Teacher")];
    for (guest_games, wins) in [(GuestGames::Count, 2), (GuestGames::Ignore, 1)] {
        let format = Format::RoundRobin(RoundRobin { games: 1, cycles: 1 });
        let scoring = Scoring { guest_games, ..Scoring::default() };
        let plan = StagePlan { scoring, metrics: 1, ..StagePlan::new(0, format) };
        let mut stage = Stage::new(plan, Field::from_entrants(&entrants), RunSeed::from(1)).unwrap();
        play(&mut stage, 1, Order::Fifo, better_seed_wins);
        let careers = Career::all(3, [&stage], 1, &[EntrantId(2)].into());
        assert_eq!((careers[0].tally.wins, tally(&stage, 0).wins), (wins, wins));
        let against = &careers[0].against;
        assert_eq!(against.keys().copied().collect::<Vec<_>>(), [EntrantId(2)], "only who was asked for");
        assert_eq!(against[&EntrantId(2)], Encounter { wins: 1, draws: 0, losses: 0 });
    }
}

fn formats() -> impl Strategy<Value = Format> {
    let bye = prop_oneof![Just(Bye::Win), Just(Bye::Draw), Just(Bye::Nothing)];
    prop_oneof![
        (1u16..3).prop_map(|games| Format::RoundRobin(RoundRobin { games, cycles: 1 })),
        (1u16..3).prop_map(|games| {
            Format::Groups(Groups { groups: 2, draw: GroupDraw::Snake, games, cycles: 1 })
        }),
        (1u16..4, bye).prop_map(|(games, bye)| Format::Swiss(Swiss {
            rounds: 3,
            games,
            bye,
            ..Swiss::default()
        })),
        (1u16..4).prop_map(|best_of| {
            Format::SingleElimination(SingleElimination { best_of, replays: 1, third_place: true })
        }),
        (1u16..3)
            .prop_map(|best_of| { Format::DoubleElimination(DoubleElimination { best_of, replays: 1 }) }),
        Just(Format::Gauntlet(Gauntlet { challengers: vec![EntrantId(1)], games: 2, cycles: 1 })),
        Just(Format::Ladder(Ladder { games: 2, batch: 3, budget: 30 })),
    ]
}

proptest! {
    /// Also if an entrant leaves during the stage, so that others have walkovers.
    #[test]
    fn games_and_byes_are_wins_draws_and_losses(
        format in formats(), entrants in 5u32..12, seed: u64, left in 0u32..5, round in 0u32..4, expelled: bool,
        annul: bool,
    ) {
        let games = if annul { PastGames::Annul } else { PastGames::Keep };
        let entrant = EntrantId(left);
        let order = if expelled {
            rulings::RulingAction::Disqualify { entrant, games }
        } else {
            rulings::RulingAction::Withdraw { entrant, games }
        };
        let ruling = Ruling { since: Since { stage: 0, round }, order, reason: String::new() };
        let plan = StagePlan { metrics: 1, ..StagePlan::new(0, format) };
        let rulings = Rulings::new(vec![ruling]).unwrap();
        let mut stage = Stage::with_rulings(plan, Field::numbered(entrants), RunSeed::from(seed), rulings).unwrap();
        play(&mut stage, 2, Order::Random(seed), strength_result);
        let careers = Career::all(entrants as usize, [&stage], 1, &BTreeSet::new());
        for row in &stage.standings().rows {
            let Tally { games, byes, wins, draws, losses, .. } = row.tally;
            prop_assert_eq!(games + byes, wins + draws + losses);
            prop_assert_eq!(&careers[row.entrant.index()].tally, &row.tally);
        }
    }
}
