//! A board as data: terminal, SVG and HTML all draw from this.

use crate::{PerSeat, Seat};

/// A square by column and row, both from 0, row 0 at the top of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// From the left.
    pub column: u8,
    /// From the top.
    pub row: u8,
}

/// What a square's ground looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Open ground.
    Plain,
    /// Nothing enters: a mine, an obstacle.
    Blocked,
    /// Only some may enter.
    Danger,
    /// A seat's base.
    Home(Seat),
    /// Ground that a seat holds at the moment.
    Held(Seat),
}

/// One square of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its ground.
    pub tone: Tone,
    /// Whether the square is marked by a circle.
    pub circled: bool,
}

/// One of the eight directions, clockwise from the top of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Up.
    North = 0,
    /// Up and right.
    NorthEast = 1,
    /// Right.
    East = 2,
    /// Down and right.
    SouthEast = 3,
    /// Down.
    South = 4,
    /// Down and left.
    SouthWest = 5,
    /// Left.
    West = 6,
    /// Up and left.
    NorthWest = 7,
}

impl Facing {
    /// All eight, clockwise from the top.
    pub const ALL: [Facing; 8] = [
        Facing::North,
        Facing::NorthEast,
        Facing::East,
        Facing::SouthEast,
        Facing::South,
        Facing::SouthWest,
        Facing::West,
        Facing::NorthWest,
    ];

    /// Degrees clockwise from the top.
    pub const fn degrees(self) -> u32 {
        self as u32 * 45
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The square it is on.
    pub square: Square,
    /// Whose it is.
    pub seat: Seat,
    /// One or two characters: `LA`, `T`, `K`.
    pub symbol: String,
    /// What it is, in words, for tooltips and screen readers: `Commander`.
    pub name: String,
    /// Where it faces, if that matters.
    pub facing: Option<Facing>,
}

/// Something that just happened, drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece went from here to there.
    Move {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// A shot went from here to there.
    Shot {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// A piece was lost here.
    Loss {
        /// Where.
        at: Square,
    },
}

/// How a position looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
    /// One label a column, from the left.
    pub column_labels: Vec<String>,
    /// One label a row, from the top.
    pub row_labels: Vec<String>,
    /// `cells[row * columns + column]`.
    pub cells: Vec<Cell>,
    /// The pieces, at most one a square.
    pub pieces: Vec<Piece>,
    /// Lines beside the board for each seat, label and value: the score, the captured pieces.
    pub notes: PerSeat<Vec<(String, String)>>,
}

impl Drawing {
    /// The cell of a square.
    ///
    /// # Panics
    /// When the square is off the board.
    pub fn cell(&self, square: Square) -> &Cell {
        &self.cells[usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)]
    }

    /// The piece on a square, if there is one.
    pub fn piece(&self, square: Square) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.square == square)
    }
}
