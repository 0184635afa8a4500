//! Tank Battle: two sides of 14 tanks on 11 by 11 squares, moving in turn.
//!
//! Tanks slide like queens and capture what they meet. Tanks in the enemy's base score more points, but never leave it
//! again. The crate's `README.md` has the rules for players, the board, and the bytes that bots read; this page
//! describes the implementation.
//!
//! [`GAME`] implements the [`game`] traits. Everything below it is typed and can be used directly:
//!
//! ```
//! use tank_battle::{MoveList, Options, Position};
//!
//! let mut position = Position::start(Options::default());
//! let mut moves = MoveList::new();
//! position.moves(&mut moves);
//! assert_eq!(moves.len(), 35);
//! position.play(moves[0]);
//! assert_eq!(position.quiet_plies(), 1);
//! ```
//!
//! In reading order:
//!
//! - [`Square`], [`Squares`]: squares and sets of them, 121 of 128 bits.
//! - [`terrain`]: bases, mines, contaminated squares, circles.
//! - `lines`: the lines along which tanks slide, precomputed.
//! - [`Options`]: the options of the rules.
//! - [`Board`], [`Kind`]: the tanks and the side to move; 48 bytes, `Copy`, without history.
//! - [`Move`], [`MoveList`]: generating and testing moves.
//! - [`Ending`], [`Position`]: a board with its history; repetition, the counter, the end.
//! - `perft`: counting leaves.
//! - [`MoveError`], [`PositionError`], [`SquareError`], `text`: notation.
//! - [`LAYOUT`], `drawing`, `events`: for bots and for people.
//! - [`GAME`]: the game's implementation of the traits.
//!
//! **Every position has a move** until rule 7 ends the game (rule 10 needs no code). Some tank stands outside the
//! enemy's base. If it is a commander on contaminated ground, at least three of the squares around it are contaminated
//! too. Only the other commander can stand on those, so one of them is free. If it stands on clean ground and no tank
//! can move, every clean square around it outside the enemy's base holds a tank of its own side: it could enter a free
//! one or capture an enemy. The same holds for that tank, and so on. But such steps connect all 78 clean squares
//! outside a base, and 14 tanks do not fill them.

mod blow;
mod board;
mod drawing;
mod ending;
mod errors;
mod events;
mod game_impl;
mod gesture;
mod history;
mod lines;
mod moves;
mod options;
mod perft;
mod position;
mod square;
mod squares;
pub mod terrain;
mod text;
mod view;

pub use board::{Board, Kind};
pub use ending::Ending;
pub use errors::{MoveError, PositionError, SquareError};
pub use game_impl::{GAME, TankBattle};
pub use moves::{Move, MoveList};
pub use options::{Duel, OPTIONS, Options};
pub use position::Position;
pub use square::Square;
pub use squares::Squares;
pub use view::LAYOUT;
