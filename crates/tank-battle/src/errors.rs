//! The errors of texts that are not a square, a move or a position.

use game::{Seat, TextError};
use thiserror::Error;

use crate::Square;

/// A text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not a square; squares are a1 to k11")]
pub struct SquareError {
    /// The text.
    pub text: String,
}

/// A text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not two squares with a sign in between.
    #[error("`{text}` is not a move; write a move as g1-g4, a capture as k5xe11")]
    Shape {
        /// The text.
        text: String,
    },
    /// One of the two is not a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// No tank can ever make this move.
    #[error("no tank can move from {from} to {to}: the squares are not on one line, or a mine is in the way")]
    NoLine {
        /// The start square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// Written as a capture, but there is nothing to capture.
    #[error("there is no enemy tank on {to}; write the move as {from}-{to}")]
    NothingToCapture {
        /// The start square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// A capture that is not written as one.
    #[error("there is an enemy tank on {to}; write the capture as {from}x{to}")]
    Capture {
        /// The start square.
        from: Square,
        /// The target square.
        to: Square,
    },
}

/// A text that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Not three words.
    #[error(
        "a position has three words: the board, the side to move and the plies without progress; found {found}"
    )]
    Words {
        /// Number of words found.
        found: usize,
    },
    /// Not 11 ranks.
    #[error("the board has 11 ranks separated by /; found {found}")]
    Ranks {
        /// Number of ranks found.
        found: usize,
    },
    /// A rank that is too short or too long.
    #[error("rank {rank} has 11 squares; `{text}` has {found}")]
    RankLength {
        /// The rank, from 1 to 11.
        rank: u8,
        /// The text.
        text: String,
        /// Number of squares it describes.
        found: usize,
    },
    /// An unknown sign in a rank.
    #[error(
        "rank {rank}: `{sign}` at {square} is neither a tank (T, C, t, c) nor a number of squares without one"
    )]
    Sign {
        /// The rank, from 1 to 11.
        rank: u8,
        /// The sign.
        sign: char,
        /// The square at its place.
        square: Square,
    },
    /// A number of squares that is 0, above 11, or has a leading zero.
    #[error("rank {rank}: `{number}` at {square} is not a number of squares from 1 to 11")]
    Run {
        /// The rank, from 1 to 11.
        rank: u8,
        /// The number as written.
        number: String,
        /// The first square at its place.
        square: Square,
    },
    /// A tank on a mine.
    #[error("no tank can stand on the mine {square}")]
    OnMine {
        /// The square of the tank.
        square: Square,
    },
    /// A normal tank on contaminated ground.
    #[error("a normal tank cannot stand on the contaminated square {square}")]
    OnContaminated {
        /// The square of the tank.
        square: Square,
    },
    /// A second commander of a side.
    #[error("{} has two commanders, on {first} and on {second}", name(*.seat))]
    TwoCommanders {
        /// The side.
        seat: Seat,
        /// The square of the first.
        first: Square,
        /// The square of the second.
        second: Square,
    },
    /// More than 14 tanks of a side.
    #[error("{} has 14 tanks; the one on {square} is the 15th", name(*.seat))]
    TooManyTanks {
        /// The side.
        seat: Seat,
        /// The square of the 15th.
        square: Square,
    },
    /// More than 13 normal tanks of a side.
    #[error("{} has 13 normal tanks and a commander; the one on {square} is the 14th normal tank", name(*.seat))]
    TooManyNormalTanks {
        /// The side.
        seat: Seat,
        /// The square of the 14th.
        square: Square,
    },
    /// Neither `w` nor `b`.
    #[error("the side to move is w or b, not `{text}`")]
    SideToMove {
        /// The text.
        text: String,
    },
    /// Not a number of plies.
    #[error("the plies without progress are a number from 0 to {}, not `{text}`", u32::MAX)]
    Plies {
        /// The text.
        text: String,
    },
}

/// The name of a seat.
pub(crate) const fn name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "White",
        Seat::Second => "Black",
    }
}

impl From<MoveError> for TextError {
    fn from(error: MoveError) -> TextError {
        TextError::new(error.to_string())
    }
}

impl From<PositionError> for TextError {
    fn from(error: PositionError) -> TextError {
        TextError::new(error.to_string())
    }
}
