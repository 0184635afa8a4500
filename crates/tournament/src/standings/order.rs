//! The order of a table, and the level entrants in it.

use std::collections::BTreeSet;

use super::Ranker;
use crate::{EntrantId, Past, Schedule};

/// The reason for an entrant's place if the criteria of the ranking did not decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacedBy {
    /// A lot drawn from the stage's seed.
    Lot,
    /// The seed: two entrants are level after the replays of a match of a knockout that decides their places.
    Seed,
    /// The seed: entrants that lost in the same round of a knockout share a rank.
    SameRound,
    /// The play-off of the entrants that were level across the cut.
    PlayOff,
}

/// Entrants that are level by all criteria.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) of: BTreeSet<EntrantId>,
    /// The reason for their order.
    pub(crate) by: PlacedBy,
}

/// The ranked entrants in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RankedEntrants {
    pub(crate) entrants: Vec<EntrantId>,
    /// The level entrants.
    pub(crate) level: Vec<Level>,
    /// Entrants whose places a play-off decided.
    pub(crate) by_play_off: BTreeSet<EntrantId>,
    /// Entrants that are level after the last match of a knockout, such as a final.
    pub(crate) by_seed: BTreeSet<EntrantId>,
    /// Number of empty places before the first one: one in a knockout without a winner.
    pub(crate) empty_places: u32,
}

impl RankedEntrants {
    pub(crate) fn new(schedule: &dyn Schedule, past: &Past, ranker: &Ranker<'_>) -> RankedEntrants {
        let mut entrants = schedule.order(past, ranker);
        entrants.retain(|&entrant| ranker.is_ranked(entrant));
        RankedEntrants { entrants, ..ranker.take_notes() }
    }

    /// The reason for an entrant's place, if the criteria of the ranking did not decide it.
    pub(crate) fn placed_by(&self, entrant: EntrantId) -> Option<PlacedBy> {
        let level = self.level.iter().find(|level| level.of.contains(&entrant)).map(|level| level.by);
        let play_off = self.by_play_off.contains(&entrant).then_some(PlacedBy::PlayOff);
        let seed = self.by_seed.contains(&entrant).then_some(PlacedBy::Seed);
        level.or(play_off).or(seed)
    }

    /// The ranks of all entrants in their order: level neighbours have the rank of the first.
    pub(crate) fn ranks(&self) -> Vec<u32> {
        let is_level = |one: &EntrantId, next: &EntrantId| {
            self.level.iter().any(|level| level.of.contains(one) && level.of.contains(next))
        };
        let level = self.entrants.chunk_by(is_level);
        let mut first = 1 + self.empty_places;
        level
            .flat_map(|group| {
                let rank = first;
                first += group.len() as u32;
                group.iter().map(move |_| rank)
            })
            .collect()
    }
}
