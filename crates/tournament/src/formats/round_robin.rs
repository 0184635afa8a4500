//! Every entrant meets every other.

use super::cross::Cross;
use crate::{EntrantId, Field, FormatError, MeetingRule, Pairing, Past, Round, Schedule};

/// A round robin: every two entrants meet in every cycle, guests included.
///
/// Seats are balanced: for each entrant, the numbers of games in the two seats differ by at most one; with an even
/// number of games in all, they are equal.
///
/// # Source
/// The Berger tables (FIDE Handbook C.05, annex 1). With n entrants, n even, number the entrants except the last from 0
/// modulo n - 1. The one that meets the last entrant moves on by n/2 each round, and its neighbours at equal distances
/// meet. With an odd number, the last one is missing and its opponent rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
    /// Number of times that all meet each other; seats are swapped from cycle to cycle.
    pub cycles: u32,
}

impl RoundRobin {
    pub(crate) fn schedule(self, field: &Field) -> Result<RoundRobinSchedule, FormatError> {
        FormatError::check_entrants(field.everybody().len(), 2)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("cycles", self.cycles)?;
        let mut there = field.early();
        let mut parts = vec![Part::Table(there.clone())];
        for batch in &field.late {
            parts.push(Part::Cross(Cross { challengers: batch.clone(), others: there.clone() }));
            parts.push(Part::Table(batch.clone()));
            there.extend(batch);
        }
        Ok(RoundRobinSchedule { plan: self, parts })
    }
}

#[derive(Debug)]
pub(crate) struct RoundRobinSchedule {
    plan: RoundRobin,
    /// Parts that are played in order. There is only one unless entrants joined late: scheduled rounds stay as they
    /// are.
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    /// A round robin among these entrants.
    Table(Vec<EntrantId>),
    /// One set of entrants against another.
    Cross(Cross),
}

impl Part {
    /// Number of rounds of a cycle.
    fn rounds(&self) -> u32 {
        match self {
            Part::Table(entrants) => Berger(entrants.len() as u32).rounds(),
            Part::Cross(cross) => cross.rounds(),
        }
    }

    /// Number of pairings of a cycle.
    fn pairings(&self) -> u64 {
        match self {
            Part::Table(entrants) => Berger(entrants.len() as u32).pairings(),
            Part::Cross(cross) => cross.pairings(),
        }
    }

    fn round(&self, number: u32) -> Round {
        match self {
            Part::Table(entrants) => {
                let table = Berger(entrants.len() as u32);
                let mut round = Round::default();
                table.add_round(number % table.rounds(), number / table.rounds(), entrants, &mut round);
                round
            }
            Part::Cross(cross) => cross.round(number),
        }
    }
}

impl Schedule for RoundRobinSchedule {
    fn is_fixed(&self) -> bool {
        true
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.plan.games)
    }

    fn most_rounds(&self) -> u32 {
        let cycle = self.parts.iter().fold(0, |sum: u32, part| sum.saturating_add(part.rounds()));
        cycle.saturating_mul(self.plan.cycles)
    }

    fn most_pairings(&self) -> u64 {
        self.parts.iter().map(Part::pairings).sum::<u64>() * u64::from(self.plan.cycles)
    }

    fn games_left(&self, complete: u32) -> Option<u32> {
        Some(self.most_rounds().saturating_sub(complete).saturating_mul(u32::from(self.plan.games)))
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        // Late entrants are behind until the last round.
        let [whole] = self.parts.as_slice() else { return None };
        whole_cycles(complete, whole.rounds())
    }

    fn round(&mut self, number: u32, _: &Past) -> Option<Round> {
        let mut number = number;
        for part in &self.parts {
            let rounds = part.rounds().saturating_mul(self.plan.cycles);
            if number < rounds {
                return Some(part.round(number));
            }
            number -= rounds;
        }
        None
    }
}

/// Returns the number of cycles in the given number of rounds; `None` if it is not whole.
pub(crate) fn whole_cycles(complete: u32, rounds: u32) -> Option<u32> {
    complete.checked_div(rounds).filter(|cycles| cycles * rounds == complete)
}

/// The Berger table of this number of entrants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Berger(pub(crate) u32);

impl Berger {
    /// Number of rounds until all have met each other.
    pub(crate) const fn rounds(self) -> u32 {
        if self.0 < 2 { 0 } else { self.0 - 1 + self.0 % 2 }
    }

    /// Number of pairings over all rounds.
    pub(crate) const fn pairings(self) -> u64 {
        self.0 as u64 * (self.0 as u64).saturating_sub(1) / 2
    }

    /// Adds the pairings of a round of one cycle.
    pub(crate) fn add_round(self, number: u32, cycle: u32, entrants: &[EntrantId], round: &mut Round) {
        let places = self.rounds() + 1;
        let others = self.rounds();
        let centre = (u64::from(number) * u64::from(places / 2) % u64::from(others)) as u32;
        let entrant = |place: u32| entrants.get(place as usize).copied();
        let mut meet = |first: u32, second: u32| match (entrant(first), entrant(second)) {
            (Some(first), Some(second)) if cycle.is_multiple_of(2) => {
                round.pairings.push(Pairing { first, second, turn: cycle });
            }
            (Some(first), Some(second)) => {
                round.pairings.push(Pairing { first: second, second: first, turn: cycle });
            }
            (Some(alone), None) | (None, Some(alone)) => round.byes.push(alone),
            (None, None) => {}
        };
        // The last place meets each of the others once, from alternate seats.
        let last = others;
        let (first, second) = if number.is_multiple_of(2) { (centre, last) } else { (last, centre) };
        meet(first, second);
        for distance in 1..places / 2 {
            meet((centre + distance) % others, (centre + others - distance) % others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_entrants_are_paired_as_in_the_fide_table() {
        // FIDE Handbook C.05, annex 1, 5 or 6 players.
        let table = [
            [(1, 6), (2, 5), (3, 4)],
            [(6, 4), (5, 3), (1, 2)],
            [(2, 6), (3, 1), (4, 5)],
            [(6, 5), (1, 4), (2, 3)],
            [(3, 6), (4, 2), (5, 1)],
        ];
        let mut schedule = RoundRobin { games: 1, cycles: 1 }.schedule(&Field::numbered(6)).unwrap();
        for (number, pairings) in (0..).zip(table) {
            let round = schedule.round(number, &Past::default()).unwrap();
            let names: Vec<_> =
                round.pairings.iter().map(|pairing| (pairing.first.0 + 1, pairing.second.0 + 1)).collect();
            assert_eq!(names, pairings);
        }
        assert_eq!(schedule.round(5, &Past::default()), None);
    }
}
