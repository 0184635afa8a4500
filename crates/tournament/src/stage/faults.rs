//! Withdrawal of entrants that fail too often.
//!
//! A bot that loops in every match holds up a long tournament. With a limit of faults
//! ([`StagePlan::withdraw_after_faults`](crate::StagePlan::withdraw_after_faults)), an entrant that has reached it is
//! out from the next round on, and its games stay. Faults are counted over all stages, and only at the start of a round
//! when all rounds before it are on record. So the count does not depend on the order in which results arrive.

use std::collections::BTreeMap;

use game::Seat;

use crate::rulings::{Departure, InForce, PastGames, Since};
use crate::{EntrantId, Past};

/// The faults so far, and the entrants that left because of them.
#[derive(Clone, Debug)]
pub(crate) struct FaultWatch {
    limit: Option<u32>,
    /// Number of faults in earlier stages.
    carried: BTreeMap<EntrantId, u32>,
    counts: BTreeMap<EntrantId, u32>,
    /// Number of games counted so far, from a record of this revision.
    games: usize,
    revision: u32,
    left: BTreeMap<EntrantId, Since>,
}

impl FaultWatch {
    /// Counts faults up to the limit, if there is one, starting from those of earlier stages.
    pub(crate) fn new(limit: Option<u32>, carried: BTreeMap<EntrantId, u32>) -> FaultWatch {
        let left = BTreeMap::new();
        FaultWatch { limit, counts: carried.clone(), carried, games: 0, revision: 0, left }
    }

    /// Returns `true` if faults are counted.
    pub(crate) fn is_on(&self) -> bool {
        self.limit.is_some()
    }

    /// Counts the games on record, and withdraws entrants that have failed too often, from a round on.
    pub(crate) fn look(&mut self, past: &Past, since: Since) {
        let Some(limit) = self.limit else { return };
        if self.revision != past.revision() {
            self.counts = self.carried.clone();
            self.games = 0;
            self.revision = past.revision();
        }
        for game in past.counted_games_from(self.games) {
            for seat in Seat::BOTH.into_iter().filter(|&seat| game.result.forfeits.contains(seat)) {
                *self.counts.entry(game.seats[seat]).or_default() += 1;
            }
        }
        self.games = past.games().len();
        for (&entrant, _) in self.counts.iter().filter(|(_, count)| **count >= limit) {
            self.left.entry(entrant).or_insert(since);
        }
    }

    /// Number of faults so far, including this stage.
    pub(crate) fn counts(&self) -> &BTreeMap<EntrantId, u32> {
        &self.counts
    }

    /// The withdrawn entrants, with the first round that they are not in.
    pub(crate) fn left(&self) -> impl Iterator<Item = (EntrantId, Since)> + '_ {
        self.left.iter().map(|(&entrant, &since)| (entrant, since))
    }

    /// Adds the entrants that left up to a point to the rulings in force there.
    pub(crate) fn add_to(&self, force: &mut InForce, at: Since) {
        for (entrant, since) in self.left().filter(|(_, since)| *since <= at) {
            force.leave(entrant, Departure { since, games: PastGames::Keep, disqualified: false });
        }
    }
}
