//! The two sides of a game.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// The seat that moves first in an alternating game.
    First = 0,
    /// The other seat.
    Second = 1,
}

impl Seat {
    /// Both seats, the first one first.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// Returns the opposite seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Returns 0 for the first seat, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the seat of an index, if it is 0 or 1.
    pub const fn from_index(index: usize) -> Option<Seat> {
        match index {
            0 => Some(Seat::First),
            1 => Some(Seat::Second),
            _ => None,
        }
    }
}

impl fmt::Display for Seat {
    /// Writes `the first seat` or `the second seat`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::First => "the first seat",
            Seat::Second => "the second seat",
        })
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The empty set.
    pub const NONE: SeatSet = SeatSet(0);
    /// Both seats.
    pub const BOTH: SeatSet = SeatSet(3);

    /// The set of one seat.
    pub const fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat as u8)
    }

    /// Bit 0 for the first seat, bit 1 for the second.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the set with these bits; all others are ignored.
    pub const fn from_bits(bits: u8) -> SeatSet {
        SeatSet(bits & 3)
    }

    /// Returns `true` if the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat as u8) != 0
    }

    /// The set without a seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat as u8))
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of seats in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats of the set, the first one first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(move |&seat| self.contains(seat))
    }
}

/// One value for each seat, indexed by [`Seat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(pub [T; 2]);

impl<T> PerSeat<T> {
    /// The first seat's value and the second's.
    pub const fn new(first: T, second: T) -> Self {
        PerSeat([first, second])
    }

    /// Returns each seat's value, computed from the seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> Self {
        PerSeat(Seat::BOTH.map(&mut value))
    }

    /// Returns the values, each changed by a function.
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat(self.0.map(change))
    }

    /// References to the values.
    pub fn as_ref(&self) -> PerSeat<&T> {
        PerSeat([&self.0[0], &self.0[1]])
    }

    /// Returns the values with their seats exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [first, second] = self.0;
        PerSeat([second, first])
    }

    /// Iterates over seats and values, the first seat first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
