//! Newcomers against all entrants before them.

use crate::{EntrantId, Field, FormatError, MeetingRule, Pairing, Past, Round, Schedule};

/// A pyramid: the second entrant meets the first, the third both, and so on. Each newcomer meets all entrants before
/// it, and in the end all have met each other.
///
/// Each round belongs to one newcomer, who is in all of its pairings. Newcomers come in the order of seeds, guests
/// after the others, and late entrants last: scheduled rounds stay as they are. For each entrant, the numbers of games
/// in the two seats differ by at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pyramid {
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
}

impl Pyramid {
    pub(crate) fn schedule(self, field: &Field) -> Result<PyramidSchedule, FormatError> {
        FormatError::check_entrants(field.everybody().len(), 2)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        let late = field.late.iter().flatten().copied();
        Ok(PyramidSchedule { games: self.games, order: field.early().into_iter().chain(late).collect() })
    }
}

#[derive(Debug)]
pub(crate) struct PyramidSchedule {
    games: u16,
    /// The entrants in the order in which they join.
    order: Vec<EntrantId>,
}

impl Schedule for PyramidSchedule {
    fn is_fixed(&self) -> bool {
        true
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.games)
    }

    fn most_rounds(&self) -> u32 {
        self.order.len() as u32 - 1
    }

    fn most_pairings(&self) -> u64 {
        let count = self.order.len() as u64;
        count * (count - 1) / 2
    }

    fn games_left(&self, complete: u32) -> Option<u32> {
        // The next newcomer has all of its games before it.
        let pairings = if complete < self.most_rounds() { self.most_rounds() } else { 0 };
        Some(pairings.saturating_mul(u32::from(self.games)))
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        (complete == self.most_rounds()).then_some(1)
    }

    fn round(&mut self, number: u32, _: &Past) -> Option<Round> {
        let newcomer = number as usize + 1;
        let &new = self.order.get(newcomer)?;
        let before = self.order[..newcomer].iter().enumerate();
        let pairings = before.map(|(place, &old)| {
            let [first, second] = if (newcomer - place) % 2 == 1 { [old, new] } else { [new, old] };
            Pairing { first, second, turn: 0 }
        });
        Some(Round { pairings: pairings.collect(), ..Round::default() })
    }
}
