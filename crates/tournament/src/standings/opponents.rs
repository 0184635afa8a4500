//! The opponents of each entrant, and the rounds that it has not played.

use std::collections::{BTreeMap, BTreeSet};

use super::tallies::{Byes, ignored_opponents};
use crate::{Bye, Edition, EntrantId, Field, PairingScore, Past, Points, Schedule, Scoring, Side};

/// A round from the point of view of one entrant.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntrantRound {
    /// The opponent; `None` if the round was not played.
    pub(super) opponent: Option<EntrantId>,
    /// Twice the number of games won, plus that of games drawn.
    pub(super) halves: u32,
    missed: MissedRound,
}

/// The reason why an entrant did not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MissedRound {
    /// It played, or did not choose to miss the round.
    No,
    /// It left after the pairing was made.
    Forfeit,
    /// It asked not to be paired, has not joined yet, or has left; with its score.
    Requested(Points),
}

impl EntrantRound {
    const fn played(opponent: EntrantId, halves: u32) -> EntrantRound {
        EntrantRound { opponent: Some(opponent), halves, missed: MissedRound::No }
    }

    const fn unplayed(halves: u32, missed: MissedRound) -> EntrantRound {
        EntrantRound { opponent: None, halves, missed }
    }

    /// Returns `true` if the entrant chose not to play.
    pub(super) fn is_voluntary(&self) -> bool {
        self.missed != MissedRound::No
    }

    /// The points of a round in which the entrant asked not to be paired.
    pub(super) const fn requested(&self) -> Option<Points> {
        match self.missed {
            MissedRound::Requested(points) => Some(points),
            MissedRound::No | MissedRound::Forfeit => None,
        }
    }
}

/// A past that is being read round by round.
pub(super) struct Reading<'a> {
    pub(super) past: &'a Past,
    pub(super) field: &'a Field,
    pub(super) scoring: &'a Scoring,
    pub(super) schedule: &'a dyn Schedule,
    pub(super) edition: Edition,
    pub(super) meets: BTreeMap<EntrantId, Vec<EntrantRound>>,
}

impl Reading<'_> {
    /// The rounds of all entrants in their order.
    ///
    /// # Source
    /// FIDE Handbook C.07, articles 15 and 16, effective from 1 August 2024. If pairings do not depend on results,
    /// walkovers are games against the opponent.
    pub(super) fn all(mut self) -> BTreeMap<EntrantId, Vec<EntrantRound>> {
        let ignored = ignored_opponents(self.field, self.scoring);
        let byes = Byes::new(self.schedule, self.field, self.scoring);
        for (number, played) in self.past.rounds.iter().enumerate() {
            let unplayed: BTreeMap<EntrantId, Bye> = byes.of_round(self.past, number).collect();
            for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
                for side in Side::BOTH {
                    let (entrant, opponent) = (pairing.entrant(side), pairing.entrant(side.other()));
                    if ignored.contains(&opponent) {
                        continue;
                    }
                    if score.games() > 0 {
                        self.add(entrant, EntrantRound::played(opponent, score.halves(side)));
                    } else if self.edition.has_fide_unplayed_rounds() {
                        let halves = unplayed.get(&entrant).map_or(0, |&bye| self.halves(bye));
                        self.add_walkover(entrant, opponent, (score, side), halves);
                    }
                }
            }
            if self.edition.has_fide_unplayed_rounds() {
                self.add_unplayed(number, &unplayed);
            } else {
                let scoring = unplayed.into_iter().filter(|(_, worth)| *worth != Bye::Nothing);
                scoring
                    .for_each(|(entrant, _)| self.add(entrant, EntrantRound::unplayed(0, MissedRound::No)));
            }
        }
        self.meets
    }

    fn add(&mut self, entrant: EntrantId, meet: EntrantRound) {
        self.meets.entry(entrant).or_default().push(meet);
    }

    /// Adds a pairing without games from one side.
    fn add_walkover(
        &mut self,
        entrant: EntrantId,
        opponent: EntrantId,
        (score, side): (&PairingScore, Side),
        halves: u32,
    ) {
        if score.walkover.is_none() && !score.deserted {
            return;
        }
        if self.schedule.is_fixed() {
            self.add(entrant, EntrantRound::played(opponent, halves));
            return;
        }
        let missed = if score.walkover == Some(side) { MissedRound::No } else { MissedRound::Forfeit };
        self.add(entrant, EntrantRound::unplayed(halves, missed));
    }

    /// Adds the byes of a round, and the entrants without a pairing if all should have one.
    fn add_unplayed(&mut self, number: usize, unplayed: &BTreeMap<EntrantId, Bye>) {
        let round = &self.past.rounds[number].round;
        let pairs_everybody = self.schedule.pairs_everybody();
        let worth = |entrant: &EntrantId| unplayed.get(entrant).copied().unwrap_or_default();
        for &entrant in round.byes.iter().filter(|entrant| pairs_everybody || worth(entrant) != Bye::Nothing)
        {
            let halves = self.halves(worth(&entrant));
            self.add(entrant, EntrantRound::unplayed(halves, MissedRound::No));
        }
        if !pairs_everybody {
            return;
        }
        let paired = round.pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
        let present: BTreeSet<EntrantId> = paired.chain(round.byes.iter().copied()).collect();
        for entrant in self.field.everybody().into_iter().filter(|entrant| !present.contains(entrant)) {
            let bye = worth(&entrant);
            let missed = match bye {
                Bye::Win => MissedRound::No,
                Bye::Draw => MissedRound::Requested(self.scoring.draw * self.games()),
                Bye::Nothing => MissedRound::Requested(Points::ZERO),
            };
            self.add(entrant, EntrantRound::unplayed(self.halves(bye), missed));
        }
    }

    fn games(&self) -> u32 {
        u32::from(self.schedule.rule().games())
    }

    fn halves(&self, bye: Bye) -> u32 {
        match bye {
            Bye::Nothing => 0,
            Bye::Draw => self.games(),
            Bye::Win => 2 * self.games(),
        }
    }
}
