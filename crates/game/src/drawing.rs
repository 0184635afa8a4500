//! A board as data, from which terminal, SVG and HTML draw.

use crate::{Action, PerSeat, Seat};

/// A square by column and row, both from 0, row 0 at the top of the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// Column, from the left.
    pub column: u8,
    /// Row, from the top.
    pub row: u8,
}

/// The look of a square's ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Open ground.
    Plain,
    /// An obstacle, which no piece can enter.
    Blocked,
    /// A mine, which no piece can enter.
    Mined,
    /// Ground that only some pieces enter.
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
    /// `true` if a circle marks the square.
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
    /// Its owner; `None` for a neutral piece.
    pub seat: Option<Seat>,
    /// One or two characters: `LA`, `T`, `K`.
    pub symbol: String,
    /// Its name in words, for tooltips and screen readers: `Commander`.
    pub name: String,
    /// The direction it faces; `None` if that does not matter.
    pub facing: Option<Facing>,
    /// The figure it is drawn as; `None` for a disc with its symbol.
    pub figure: Option<Figure>,
}

/// The silhouette of a piece that is drawn as a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// A tank from the side, for games in which its direction does not matter.
    Tank,
    /// The same with a flag.
    Commander,
    /// A small tank from above, with a thin gun.
    Light,
    /// A tank from above.
    Medium,
    /// A large tank from above, with a thick gun.
    Heavy,
    /// A tank from above without a turret: its gun is fixed.
    Destroyer,
    /// A carriage from above, with a short and wide tube.
    Mortar,
    /// A tank from above with a flag.
    Command,
    /// A tank from above that fires along the diagonals, with four guns.
    Diagonal,
    /// A tank from above that fires straight, with four guns.
    Straight,
    /// The same with long guns.
    Long,
}

/// Something that just happened, drawn over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A piece moved.
    Move {
        /// Its old square.
        from: Square,
        /// Its new square.
        to: Square,
    },
    /// A shot was fired.
    Shot {
        /// The shooter's square.
        from: Square,
        /// The target square.
        to: Square,
    },
    /// A piece was lost.
    Loss {
        /// Its square.
        at: Square,
    },
}

/// The drawing of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
    /// One label per column, from the left.
    pub column_labels: Vec<String>,
    /// One label per row, from the top.
    pub row_labels: Vec<String>,
    /// `cells[row * columns + column]`.
    pub cells: Vec<Cell>,
    /// The pieces, at most one per square.
    pub pieces: Vec<Piece>,
    /// A picture instead of the board, for games without squares: cards, dice. The board is empty then.
    pub sketch: Option<Sketch>,
    /// Lines beside the board for each seat, label and value: the score, the captured pieces.
    pub notes: PerSeat<Vec<(String, String)>>,
}

/// A picture of shapes, in units of its own. Origin at the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// Width.
    pub width: u16,
    /// Height.
    pub height: u16,
    /// The shapes, each drawn over those before it.
    pub shapes: Vec<Shape>,
}

/// One shape of a [`Sketch`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name, unique in the picture. A shape of the same name in the next position is the same shape, moved.
    pub id: String,
    /// Its form.
    pub form: Form,
    /// The seat in whose colour it is filled; `None` for a neutral colour.
    pub seat: Option<Seat>,
    /// The text on it; empty for none.
    pub text: String,
    /// Its name in words, for tooltips and screen readers; empty for decoration.
    pub name: String,
    /// The legal action that a click on it makes.
    pub action: Option<Action>,
}

/// The form of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A rectangle: left, top, width, height.
    Rect([i16; 4]),
    /// A circle: the centre, and the radius.
    Circle([i16; 3]),
    /// A line between two points.
    Line([i16; 4]),
    /// Only the text: its middle.
    Text([i16; 2]),
}

impl Drawing {
    /// The cell of a square.
    ///
    /// # Panics
    /// When the square is off the board.
    pub fn cell(&self, square: Square) -> &Cell {
        &self.cells[usize::from(square.row) * usize::from(self.columns) + usize::from(square.column)]
    }

    /// The piece on a square; `None` if it is empty.
    pub fn piece(&self, square: Square) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.square == square)
    }
}
