//! The seat that a player is due.

use game::Seat;

/// The strength of a player's claim to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// It had both seats equally often, and is due the one that it did not have last.
    Mild,
    /// It had one seat once more often than the other.
    Strong,
    /// It had one seat twice more often than the other, or had it in both of the last two rounds it played.
    Absolute,
}

/// A seat that a player is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) seat: Seat,
    pub(super) strength: Strength,
}

/// The seats that a player had in the rounds it played.
#[derive(Clone, Debug, Default)]
pub(super) struct Seats {
    /// Seats in the order of the rounds.
    had: Vec<Seat>,
    /// Number of times in the first seat, less those in the second.
    balance: i32,
}

impl Seats {
    pub(super) fn add(&mut self, seat: Seat) {
        self.balance += if seat == Seat::First { 1 } else { -1 };
        self.had.push(seat);
    }

    /// Difference between the numbers of times in the two seats.
    pub(super) fn excess(&self) -> u32 {
        self.balance.unsigned_abs()
    }

    /// The seat it had in both of the last two rounds it played.
    pub(super) fn repeated(&self) -> Option<Seat> {
        match self.had[..] {
            [.., before, last] if before == last => Some(last),
            _ => None,
        }
    }

    /// The seat that it is due; `None` before its first game.
    ///
    /// # Source
    /// FIDE C.04.3 (2026), 1.6 and 1.7.
    pub(super) fn preference(&self) -> Option<Preference> {
        let last = *self.had.last()?;
        let rarer = if self.balance > 0 { Seat::Second } else { Seat::First };
        Some(match (self.balance.abs(), self.repeated()) {
            (2.., _) => Preference { seat: rarer, strength: Strength::Absolute },
            (_, Some(repeated)) => Preference { seat: repeated.other(), strength: Strength::Absolute },
            (1, None) => Preference { seat: rarer, strength: Strength::Strong },
            _ => Preference { seat: last.other(), strength: Strength::Mild },
        })
    }

    /// Returns `true` if this seat would make the difference exceed two.
    pub(super) fn would_exceed(&self, seat: Seat) -> bool {
        let step = if seat == Seat::First { 1 } else { -1 };
        (self.balance + step).abs() > 2
    }

    /// Returns `true` if it would have this seat for the third time in a row.
    pub(super) fn would_be_third(&self, seat: Seat) -> bool {
        self.repeated() == Some(seat)
    }

    /// The player's seat in the last played round in which the two had different seats.
    pub(super) fn when_they_differed(&self, other: &Seats) -> Option<Seat> {
        let both = self.had.iter().rev().zip(other.had.iter().rev());
        both.into_iter().find(|(own, other)| own != other).map(|(own, _)| *own)
    }
}

#[cfg(test)]
mod tests {
    use Seat::{First, Second};
    use Strength::{Absolute, Mild, Strong};

    use super::*;

    fn seats(had: &[Seat]) -> Seats {
        let mut seats = Seats::default();
        for &seat in had {
            seats.add(seat);
        }
        seats
    }

    #[test]
    fn the_same_seat_twice_running_is_an_absolute_preference() {
        let check = |had: &[Seat], due: Option<(Seat, Strength)>| {
            let due = due.map(|(seat, strength)| Preference { seat, strength });
            assert_eq!(seats(had).preference(), due, "{had:?}");
        };
        check(&[], None);
        check(&[First], Some((Second, Strong)));
        check(&[First, Second], Some((First, Mild)));
        check(&[First, Second, Second], Some((First, Absolute)));
        check(&[First, Second, First, Second, Second], Some((First, Absolute)));
        check(&[First, First, Second, First], Some((Second, Absolute)));
        check(&[First, First, Second], Some((Second, Strong)));
        check(&[Second, Second], Some((First, Absolute)));
    }
}
