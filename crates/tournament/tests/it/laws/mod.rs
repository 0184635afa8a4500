//! The laws of every format, for 2 to 200 entrants.
mod every_format;
mod knockouts;
mod ladders;
mod pairings;
mod refusals;
mod swiss;
mod tables;

use proptest::prelude::*;
use tournament::{
    Criterion, DoubleElimination, EntrantId, Field, Format, Gauntlet, GroupDraw, Groups, Ladder, Pairings,
    Pyramid, RoundRobin, RunSeed, SingleElimination, Stage, StagePlan, Swiss,
};

/// Sizes from 2 to 200. Small ones are more frequent, because they have the corner cases.
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
    let swiss = |rounds: u32, games| Swiss { rounds: rounds.min(entrants - 1), games, ..Swiss::default() };
    let mut formats = vec![
        Format::RoundRobin(RoundRobin { games: 1, cycles: 1 }),
        Format::Swiss(swiss(5, 1)),
        Format::Swiss(swiss(3, 2)),
        Format::SingleElimination(SingleElimination { best_of: 3, replays: 1, third_place: true }),
        Format::DoubleElimination(DoubleElimination { best_of: 1, replays: 2 }),
        Format::Gauntlet(Gauntlet { challengers: vec![EntrantId(0)], games: 2, cycles: 2 }),
        Format::Pyramid(Pyramid { games: 1 }),
        Format::Ladder(Ladder { games: 2, batch: entrants.div_ceil(3), budget: 4 * u64::from(entrants) }),
        // Each entrant meets the next one, and the one after that.
        Format::Pairings(Pairings {
            pairs: (0..2 * entrants)
                .map(|at| [at % entrants, (at + 1 + at / entrants) % entrants].map(EntrantId))
                .filter(|pair| pair[0] != pair[1])
                .collect(),
            games: 2,
        }),
    ];
    if entrants >= 4 {
        let draw = if entrants.is_multiple_of(2) { GroupDraw::Snake } else { GroupDraw::Drawn };
        formats.push(Format::Groups(Groups { groups: entrants / 4 + 1, draw, games: 1, cycles: 2 }));
    }
    formats
}
