//! The order of a table, and who in it is level.

use std::collections::BTreeSet;

use super::Ranker;
use crate::{EntrantId, Past, Schedule};

/// What gave an entrant its place where what it is ranked by did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacedBy {
    /// A lot drawn from the stage's seed.
    Lot,
    /// The seed, of two who are level after the replays of a match of a knockout that gives them their places.
    Seed,
    /// The seed, of those who lost in the same round of a knockout: they share a rank.
    SameRound,
    /// The play-off of those who were level across the cut.
    PlayOff,
}

/// Entrants who are level by all that they are ranked by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) of: BTreeSet<EntrantId>,
    /// What their order is by.
    pub(crate) by: PlacedBy,
}

/// The ranked entrants in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) entrants: Vec<EntrantId>,
    /// Who is level.
    pub(crate) level: Vec<Level>,
    /// Those whom a play-off has given their places.
    pub(crate) by_play_off: BTreeSet<EntrantId>,
    /// Those who are level after the last match of a knockout, as a final.
    pub(crate) by_seed: BTreeSet<EntrantId>,
    /// Number of empty places before the first one: one in a knockout without a winner.
    pub(crate) empty_places: u32,
}

impl Order {
    pub(crate) fn new(schedule: &dyn Schedule, past: &Past, ranker: &Ranker<'_>) -> Order {
        let mut entrants = schedule.order(past, ranker);
        entrants.retain(|&entrant| ranker.is_ranked(entrant));
        Order {
            entrants,
            level: ranker.take_level(),
            by_play_off: BTreeSet::new(),
            by_seed: ranker.take_decided_by_seed(),
            empty_places: ranker.take_empty_places(),
        }
    }

    /// What gave an entrant its place, if it was not what it is ranked by.
    pub(crate) fn placed_by(&self, entrant: EntrantId) -> Option<PlacedBy> {
        let level = self.level.iter().find(|level| level.of.contains(&entrant)).map(|level| level.by);
        let play_off = self.by_play_off.contains(&entrant).then_some(PlacedBy::PlayOff);
        let seed = self.by_seed.contains(&entrant).then_some(PlacedBy::Seed);
        level.or(play_off).or(seed)
    }

    /// The ranks of all in their order: of neighbours who are level, that of the first.
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
