//! The state of a game: the seats to act next, or its end.

use serde::{Deserialize, Serialize};

use crate::{Dice, Joint, Seat, SeatSet};

/// The outcome: a win or a draw. The reason is stored separately ([`End::reason`], or the referee's verdict).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "OutcomeWord", into = "OutcomeWord")]
pub enum Outcome {
    /// The seat won.
    Win(Seat),
    /// Neither seat won.
    Draw,
}

impl Outcome {
    /// Returns a win for the seat with more, or a draw.
    pub fn of_more<T: Ord + Copy>(first: T, second: T) -> Outcome {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::First),
            std::cmp::Ordering::Less => Outcome::Win(Seat::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    /// Returns the winner; `None` for a draw.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        }
    }

    /// Returns the outcome with the seats exchanged.
    #[must_use]
    pub const fn swapped(self) -> Outcome {
        match self {
            Outcome::Win(seat) => Outcome::Win(seat.other()),
            Outcome::Draw => Outcome::Draw,
        }
    }
}

/// The written form of an outcome: the winner's seat, or `draw`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OutcomeWord {
    First,
    Second,
    Draw,
}

impl From<Outcome> for OutcomeWord {
    fn from(outcome: Outcome) -> OutcomeWord {
        match outcome {
            Outcome::Win(Seat::First) => OutcomeWord::First,
            Outcome::Win(Seat::Second) => OutcomeWord::Second,
            Outcome::Draw => OutcomeWord::Draw,
        }
    }
}

impl From<OutcomeWord> for Outcome {
    fn from(word: OutcomeWord) -> Outcome {
        match word {
            OutcomeWord::First => Outcome::Win(Seat::First),
            OutcomeWord::Second => Outcome::Win(Seat::Second),
            OutcomeWord::Draw => Outcome::Draw,
        }
    }
}

/// The end of a game by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason, as a short lower-case phrase: `third repetition`, `no movable tank`.
    pub reason: &'static str,
}

/// A random event in place of actions: dice fall, or a card is drawn. All outcomes are equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Number of outcomes, at least 1. They are numbered from 0.
    pub outcomes: u32,
    /// The seats that may know the outcome.
    pub seen_by: SeatSet,
}

impl Chance {
    /// Returns the ply of a uniformly random outcome.
    ///
    /// # Panics
    /// Panics if the list of outcomes is empty.
    pub fn draw(self, dice: &mut Dice) -> Joint {
        Joint::chance(dice.below(self.outcomes as usize) as u32, self.seen_by)
    }
}

/// The state of a position: seats to act, chance, or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// These seats act, all on the same position, without seeing each other's choice. Never empty, and each has at
    /// least one legal action.
    Act(SeatSet),
    /// No seat acts: an outcome is drawn.
    Chance(Chance),
    /// The game is over.
    Over(End),
}

impl Phase {
    /// Returns the seats to act; empty in a ply of chance, and when the game is over.
    pub const fn seats(self) -> SeatSet {
        match self {
            Phase::Act(seats) => seats,
            Phase::Chance(_) | Phase::Over(_) => SeatSet::NONE,
        }
    }

    /// Returns the end; `None` while the game goes on.
    pub const fn end(self) -> Option<End> {
        match self {
            Phase::Act(_) | Phase::Chance(_) => None,
            Phase::Over(end) => Some(end),
        }
    }
}
