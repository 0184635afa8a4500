//! Everybody meets everybody.

use crate::{Field, FormatError, MeetingRule, Pairing, Past, Round, Schedule};

/// A round robin: every two entrants meet in every cycle, guests included.
///
/// Seats are balanced: nobody sits in the first seat more than once more, or less, than in the second; with an
/// even number of games in all, exactly as often.
///
/// # Source
/// The Berger tables (FIDE Handbook C.05, annex 1): with n entrants, n even, and the others numbered from 0
/// modulo n - 1, the one who meets the last entrant moves on by n/2 each round, and its neighbours at equal
/// distances meet. With an odd number the last one is missing and its opponent rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundRobin {
    /// Games of each pairing, seats swapped after every one.
    pub games: u16,
    /// How often everybody meets everybody; seats are swapped from cycle to cycle.
    pub cycles: u32,
}

impl RoundRobin {
    pub(crate) fn schedule(self, field: &Field) -> Result<RoundRobinSchedule, FormatError> {
        FormatError::check_entrants(field.everybody().len(), 2)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("cycles", self.cycles)?;
        let table = Berger(field.everybody().len() as u32);
        Ok(RoundRobinSchedule { plan: self, table, field: field.clone() })
    }
}

#[derive(Debug)]
pub(crate) struct RoundRobinSchedule {
    plan: RoundRobin,
    table: Berger,
    field: Field,
}

impl Schedule for RoundRobinSchedule {
    fn is_fixed(&self) -> bool {
        true
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.plan.games)
    }

    fn most_rounds(&self) -> u32 {
        self.table.rounds().saturating_mul(self.plan.cycles)
    }

    fn most_pairings(&self) -> u64 {
        self.table.pairings() * u64::from(self.plan.cycles)
    }

    fn games_left(&self, complete: u32) -> Option<u32> {
        Some(self.most_rounds().saturating_sub(complete).saturating_mul(u32::from(self.plan.games)))
    }

    fn round(&mut self, number: u32, _: &Past) -> Option<Round> {
        (number < self.most_rounds()).then(|| {
            let everybody = self.field.everybody();
            let cycle = number / self.table.rounds();
            let mut round = Round::default();
            self.table.add_round(number % self.table.rounds(), cycle, &everybody, &mut round);
            round
        })
    }
}

/// The Berger table of so many entrants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Berger(pub(crate) u32);

impl Berger {
    /// Rounds until everybody has met everybody.
    pub(crate) const fn rounds(self) -> u32 {
        if self.0 < 2 { 0 } else { self.0 - 1 + self.0 % 2 }
    }

    /// Pairings of all rounds.
    pub(crate) const fn pairings(self) -> u64 {
        self.0 as u64 * (self.0 as u64).saturating_sub(1) / 2
    }

    /// Adds the pairings of a round of one cycle.
    pub(crate) fn add_round<T: Copy + Into<crate::EntrantId>>(
        self,
        number: u32,
        cycle: u32,
        entrants: &[T],
        round: &mut Round,
    ) {
        let places = self.rounds() + 1;
        let others = self.rounds();
        let centre = (u64::from(number) * u64::from(places / 2) % u64::from(others)) as u32;
        let entrant = |place: u32| entrants.get(place as usize).map(|&entrant| entrant.into());
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
