//! A few entrants against all others.

use super::cross::Cross;
use super::round_robin::whole_cycles;
use crate::{EntrantId, Field, FormatError, MeetingRule, Past, Round, Schedule};

/// A gauntlet: one or more challengers, each of which meets every entrant that is not a challenger.
///
/// No entrant plays twice in a round; with c challengers and f others there are max(c, f) rounds a cycle. The first
/// seat changes from one pairing of a challenger to the next, and from cycle to cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gauntlet {
    /// The challengers.
    pub challengers: Vec<EntrantId>,
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
    /// Number of times that each challenger meets all others.
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
