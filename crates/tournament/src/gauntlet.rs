//! A few against all others.

use crate::round_robin::whole_cycles;
use crate::{EntrantId, Field, FormatError, MeetingRule, Pairing, Past, Round, Schedule};

/// A gauntlet: one or more challengers, each of whom meets everybody who is none.
///
/// Nobody plays twice in a round; with c challengers and f others there are max(c, f) rounds a cycle. The first
/// seat changes from one pairing of a challenger to the next, and from cycle to cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    /// Who meets everybody else.
    pub challengers: Vec<EntrantId>,
    /// Games of each pairing, seats swapped after every one.
    pub games: u16,
    /// How often they meet everybody.
    pub cycles: u32,
}

impl Gauntlet {
    pub(crate) fn schedule(&self, field: &Field) -> Result<GauntletSchedule, FormatError> {
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("cycles", self.cycles)?;
        let everybody = field.everybody().into_iter();
        let (challengers, others): (Vec<_>, Vec<_>) =
            everybody.partition(|entrant| self.challengers.contains(entrant));
        FormatError::check_positive("challengers", challengers.len() as u32)?;
        FormatError::check_entrants(challengers.len() + others.len(), challengers.len() + 1)?;
        Ok(GauntletSchedule { games: self.games, cycles: self.cycles, cross: Cross { challengers, others } })
    }
}

/// Two sets of entrants of which everybody of one meets everybody of the other.
#[derive(Clone, Debug)]
pub(crate) struct Cross {
    pub(crate) challengers: Vec<EntrantId>,
    pub(crate) others: Vec<EntrantId>,
}

impl Cross {
    /// Rounds until all have met; nobody plays twice in one.
    pub(crate) fn rounds(&self) -> u32 {
        self.challengers.len().max(self.others.len()) as u32
    }

    /// Pairings of all rounds.
    pub(crate) fn pairings(&self) -> u64 {
        self.challengers.len() as u64 * self.others.len() as u64
    }

    /// The pairings of a round, the rounds of all cycles being numbered through.
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

#[derive(Debug)]
pub(crate) struct GauntletSchedule {
    games: u16,
    cycles: u32,
    cross: Cross,
}

impl Schedule for GauntletSchedule {
    fn is_fixed(&self) -> bool {
        true
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.games)
    }

    fn most_rounds(&self) -> u32 {
        self.cross.rounds().saturating_mul(self.cycles)
    }

    fn most_pairings(&self) -> u64 {
        self.cross.pairings() * u64::from(self.cycles)
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        whole_cycles(complete, self.cross.rounds())
    }

    fn round(&mut self, number: u32, _: &Past) -> Option<Round> {
        (number < self.most_rounds()).then(|| self.cross.round(number))
    }
}
