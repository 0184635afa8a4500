//! Every entrant of one set against every entrant of another.

use crate::{EntrantId, Pairing, Round};

/// Two sets of entrants; each entrant of one meets each of the other.
#[derive(Clone, Debug)]
pub(crate) struct Cross {
    pub(crate) challengers: Vec<EntrantId>,
    pub(crate) others: Vec<EntrantId>,
}

impl Cross {
    /// Number of rounds until all have met. No entrant plays twice in a round.
    pub(crate) fn rounds(&self) -> u32 {
        self.challengers.len().max(self.others.len()) as u32
    }

    /// Number of pairings over all rounds.
    pub(crate) fn pairings(&self) -> u64 {
        self.challengers.len() as u64 * self.others.len() as u64
    }

    /// The pairings of a round; rounds are numbered across all cycles.
    pub(crate) fn round(&self, number: u32) -> Round {
        let rounds = self.rounds() as usize;
        let (cycle, step) = (number as usize / rounds, number as usize % rounds);
        let mut round = Round::default();
        for (index, &challenger) in self.challengers.iter().enumerate() {
            let at = (step + index) % rounds;
            let Some(&other) = self.others.get(at) else { continue };
            let [first, second] = if (at + index + cycle).is_multiple_of(2) {
                [challenger, other]
            } else {
                [other, challenger]
            };
            round.pairings.push(Pairing { first, second, turn: cycle as u32 });
        }
        round
    }
}
