//! The eight directions of lines, steps, facings and retreats.

use std::fmt;

use game::Seat;

/// One of the eight directions, north towards rank 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Direction {
    /// Towards rank 16.
    #[default]
    N = 0,
    /// Towards rank 16 and file p.
    Ne = 1,
    /// Towards file p.
    E = 2,
    /// Towards rank 1 and file p.
    Se = 3,
    /// Towards rank 1.
    S = 4,
    /// Towards rank 1 and file a.
    Sw = 5,
    /// Towards file a.
    W = 6,
    /// Towards rank 16 and file a.
    Nw = 7,
}

use Direction::{E, N, Ne, Nw, S, Se, Sw, W};

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Direction; 8] = [N, Ne, E, Se, S, Sw, W, Nw];

    /// The direction with an index, 0 to 7 clockwise from north.
    pub const fn from_index(index: u8) -> Option<Direction> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// The index, 0 to 7 clockwise from north.
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// Files to the east and ranks to the north of one step.
    pub const fn delta(self) -> (i8, i8) {
        const DELTAS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        DELTAS[self as usize]
    }

    /// The direction of a step by files to the east and ranks to the north; `None` for no step.
    pub const fn from_delta(east: i8, north: i8) -> Option<Direction> {
        match (east, north) {
            (0, 1) => Some(N),
            (1, 1) => Some(Ne),
            (1, 0) => Some(E),
            (1, -1) => Some(Se),
            (0, -1) => Some(S),
            (-1, -1) => Some(Sw),
            (-1, 0) => Some(W),
            (-1, 1) => Some(Nw),
            _ => None,
        }
    }

    /// The direction straight back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The direction straight to the seat's own back row.
    pub const fn homeward(seat: Seat) -> Direction {
        match seat {
            Seat::First => S,
            Seat::Second => N,
        }
    }

    /// The letters: `n`, `ne`, …
    pub const fn letters(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// The word: `north`, `north-east`, …
    pub(crate) const fn word(self) -> &'static str {
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
            [self as usize]
    }

    /// The direction with these letters.
    pub(crate) fn from_letters(letters: &str) -> Option<Direction> {
        Self::ALL.into_iter().find(|direction| direction.letters() == letters)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}
