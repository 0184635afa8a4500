//! The state of a game: who acts next, or how it ended.

use crate::{Seat, SeatSet};

/// What happened: somebody won, or nobody. Why it happened is kept apart ([`End::reason`], or the
/// referee's verdict).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The seat won.
    Win(Seat),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The win of the seat with more, or a draw.
    pub fn of_more<T: Ord + Copy>(first: T, second: T) -> Outcome {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::First),
            std::cmp::Ordering::Less => Outcome::Win(Seat::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        }
    }

    /// The same with the seats exchanged.
    #[must_use]
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::Win(seat) => Outcome::Win(seat.other()),
            Outcome::Draw => Outcome::Draw,
        }
    }
}

/// The end of a game by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// What happened.
    pub outcome: Outcome,
    /// Why, as a short lower-case phrase: `third repetition`, `no movable tank`.
    pub reason: &'static str,
}

/// What a position waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// These seats act, all on the same position, none seeing the other's choice. Never empty, and each has
    /// at least one legal action.
    Act(SeatSet),
    /// The game is over.
    Over(End),
}

impl Phase {
    /// The seats to act; empty when the game is over.
    pub const fn seats(self) -> SeatSet {
        match self {
            Phase::Act(seats) => seats,
            Phase::Over(_) => SeatSet::NONE,
        }
    }

    /// The end, when the game is over.
    pub const fn end(self) -> Option<End> {
        match self {
            Phase::Act(_) => None,
            Phase::Over(end) => Some(end),
        }
    }
}
