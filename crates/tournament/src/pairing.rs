//! Pairings of entrants.

mod meeting;
mod score;

use game::{Outcome, PerSeat, Seat};

pub use self::meeting::{Decision, MeetingRule};
pub(crate) use self::meeting::{Meeting, Refusal};
pub use self::score::PairingScore;
pub(crate) use self::score::{refresh_scores, score};
use crate::EntrantId;

/// A side of a pairing. Sides stay, seats change from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that has the first seat in the first game.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side's seat in a game of the pairing: seats are swapped after every game.
    pub const fn seat(self, number: u16) -> Seat {
        match (self, number % 2) {
            (Side::First, 0) | (Side::Second, 1) => Seat::First,
            _ => Seat::Second,
        }
    }

    /// The side that has a seat in a game of the pairing.
    pub const fn of_seat(seat: Seat, number: u16) -> Side {
        match (seat, number % 2) {
            (Seat::First, 0) | (Seat::Second, 1) => Side::First,
            _ => Side::Second,
        }
    }

    /// The side that won a game of the pairing; `None` after a draw.
    pub fn of_winner(outcome: Outcome, number: u16) -> Option<Side> {
        outcome.winner().map(|seat| Side::of_seat(seat, number))
    }
}

/// Two entrants that meet, for one or more games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The entrant with the first seat in the first game.
    pub first: EntrantId,
    /// The other entrant.
    pub second: EntrantId,
    /// Number of pairings whose openings were used before: the cycle of a round robin, the round of a Swiss.
    pub turn: u32,
}

impl Pairing {
    /// The entrant of a side.
    pub const fn entrant(&self, side: Side) -> EntrantId {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    /// The entrant's side; `None` if it is not in the pairing.
    pub fn side_of(&self, entrant: EntrantId) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.entrant(side) == entrant)
    }

    /// The entrant in each seat in a game of the pairing.
    pub fn seating(&self, number: u16) -> PerSeat<EntrantId> {
        PerSeat::from_fn(|seat| self.entrant(Side::of_seat(seat, number)))
    }
}

/// The pairings of one round, and the entrants that sit it out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The pairings. No entrant is in two pairings of a round, except in a ladder.
    pub pairings: Vec<Pairing>,
    /// The entrants without an opponent. The format's rule ([`Schedule::bye`](crate::Schedule::bye)) decides on their
    /// score.
    pub byes: Vec<EntrantId>,
    /// The entrants that asked not to be paired. The format's rule
    /// ([`Schedule::requested_bye`](crate::Schedule::requested_bye)) decides on their score.
    pub absent: Vec<EntrantId>,
}
