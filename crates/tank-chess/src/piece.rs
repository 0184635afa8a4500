//! The pieces: the abilities of each kind, and the numbering of a side's pieces.

use game::Seat;

use crate::{Direction, Square};

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// K: never moves or turns; a player that loses it loses the game.
    Command = 0,
    /// L: fast and weak.
    Light = 1,
    /// M: in between the two.
    Medium = 2,
    /// H: slow and heavily armoured.
    Heavy = 3,
    /// D: a strong gun that fires only straight ahead.
    Destroyer = 4,
    /// O: the strongest gun; fires straight ahead over everything, at distances 3 to 5.
    Mortar = 5,
}

/// Armour by the side on which a shot hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Armour {
    /// Against shots from exactly straight ahead.
    pub front: u8,
    /// Against all other shots.
    pub side: u8,
    /// Against shots from exactly behind.
    pub rear: u8,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] =
        [Kind::Command, Kind::Light, Kind::Medium, Kind::Heavy, Kind::Destroyer, Kind::Mortar];

    /// The kind with a number, in the order of [`Kind::ALL`].
    pub const fn from_index(index: u8) -> Option<Kind> {
        if index < 6 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// The number, in the order of [`Kind::ALL`].
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The letter in notation: K, L, M, H, D or O.
    pub const fn letter(self) -> char {
        ['K', 'L', 'M', 'H', 'D', 'O'][self as usize]
    }

    /// The kind with a letter.
    pub(crate) fn from_letter(letter: char) -> Option<Kind> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The name in words: `Command tank`.
    pub const fn name(self) -> &'static str {
        ["Command tank", "Light tank", "Medium tank", "Heavy tank", "Tank destroyer", "Mortar"][self as usize]
    }

    /// Maximum number of steps in one move; 0 for the Command tank, which never moves.
    pub const fn speed(self) -> u8 {
        [0, 5, 4, 3, 4, 3][self as usize]
    }

    /// Strength of the gun.
    pub const fn gun(self) -> u8 {
        [1, 1, 2, 3, 4, 5][self as usize]
    }

    /// Armour.
    pub const fn armour(self) -> Armour {
        match self {
            Kind::Command | Kind::Light | Kind::Mortar => Armour { front: 1, side: 0, rear: 0 },
            Kind::Medium | Kind::Destroyer => Armour { front: 2, side: 1, rear: 0 },
            Kind::Heavy => Armour { front: 3, side: 2, rear: 1 },
        }
    }

    /// Returns `true` if the gun is fixed forward; other guns turn in a turret.
    pub const fn is_fixed(self) -> bool {
        matches!(self, Kind::Destroyer | Kind::Mortar)
    }
}

/// The kinds of a full side's pieces by their numbers, which is the order of the setup. A basic side has the
/// first ten.
pub const PIECES: [Kind; FULL] = [
    Kind::Command,
    Kind::Light,
    Kind::Light,
    Kind::Light,
    Kind::Light,
    Kind::Medium,
    Kind::Medium,
    Kind::Medium,
    Kind::Heavy,
    Kind::Heavy,
    Kind::Destroyer,
    Kind::Destroyer,
    Kind::Mortar,
    Kind::Mortar,
];

/// Number of pieces of a full side.
pub(crate) const FULL: usize = 14;
/// Number of pieces of a basic side.
pub(crate) const BASIC: usize = 10;
/// The number of each side's Command tank.
pub(crate) const COMMAND: u8 = 0;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Its owner.
    pub seat: Seat,
    /// Its kind.
    pub kind: Kind,
    /// Its square.
    pub square: Square,
    /// Its facing.
    pub facing: Direction,
}

/// Pieces of one side by their numbers, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Numbers(pub(crate) u16);

impl Numbers {
    pub(crate) const NONE: Numbers = Numbers(0);

    pub(crate) const fn contains(self, number: u8) -> bool {
        self.0 >> number & 1 != 0
    }

    pub(crate) const fn insert(&mut self, number: u8) {
        self.0 |= 1 << number;
    }

    pub(crate) const fn remove(&mut self, number: u8) {
        self.0 &= !(1 << number);
    }

    #[must_use]
    pub(crate) const fn and(self, other: Numbers) -> Numbers {
        Numbers(self.0 & other.0)
    }

    #[must_use]
    pub(crate) const fn without(self, other: Numbers) -> Numbers {
        Numbers(self.0 & !other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = u8> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let number = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                number
            })
        })
    }
}
