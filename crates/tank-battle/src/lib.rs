//! Tank Battle: two sides of 14 tanks on 11 by 11 squares, moving in turn.
//!
//! Tanks slide like queens and capture what they meet; who brings tanks into the enemy's base gets more points
//! for them, but they never leave it again. The crate's `README.md` has the rules for players, the
//! board, and the bytes that bots read; this page describes the implementation.
//!
//! [`GAME`] is the game behind the seam. Beneath it everything is typed and can be used directly:
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
//! - `lines`: where a tank can slide, found once.
//! - [`Options`]: the options of the rules.
//! - [`Board`], [`Kind`]: the tanks and the side to move; 48 bytes, `Copy`, without history.
//! - [`Move`], [`MoveList`]: generating moves and testing one.
//! - [`Ending`], [`Position`]: a board with its history; repetition, the counter, the end.
//! - `perft`: counting.
//! - [`MoveError`], [`PositionError`], [`SquareError`], `text`: notation.
//! - [`LAYOUT`], `drawing`, `events`: for bots and for people.
//! - [`GAME`]: the seam.
//!
//! **No position is without a move** before rule 7 ends the game (rule 10 needs no code). Some tank stands
//! outside the enemy's base. If it is a commander on contaminated ground, at least three of the squares around
//! it are contaminated too, and on those only the other commander can stand: one is free. If it stands on clean
//! ground and no tank can move, every clean square around it outside the enemy's base holds a tank of its own
//! side, since a free one could be entered and an enemy captured; the same goes for that tank, and so on. But
//! the 78 clean squares outside a base hang together by such steps, and 14 tanks do not fill them.

mod board;
mod drawing;
mod ending;
mod errors;
mod events;
mod gesture;
mod history;
mod lines;
mod moves;
mod options;
mod perft;
mod position;
mod seam;
mod square;
mod squares;
pub mod terrain;
mod text;
mod view;

pub use board::{Board, Kind};
pub use ending::Ending;
pub use errors::{MoveError, PositionError, SquareError};
pub use moves::{Move, MoveList};
pub use options::{Duel, OPTIONS, Options};
pub use position::Position;
pub use seam::{GAME, TankBattle};
pub use square::Square;
pub use squares::Squares;
pub use view::LAYOUT;
