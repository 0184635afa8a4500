//! The Tank War: a board of 6x6 boxes, six tanks per side, simultaneous moves, no chance.
//!
//! U starts at the top and drives down, D at the bottom and drives up. In each round both players name one of their
//! tanks, which moves one box straight ahead and takes the box. Then all tanks fire at once at all enemies in range.
//! When a side has no tank left that can move, the side with more surviving tanks wins, then the side with more boxes.
//! The rules page with a drawn board is the `README.md` of this crate.
//!
//! [`GAME`] implements the traits of the `game` crate; [`Position`] offers the same with typed moves.
//!
//! ```
//! use game::{Outcome, PerSeat, Seat};
//! use tank_war::{Options, Position, Tank};
//!
//! let mut position = Position::start(Options::default());
//! assert!(position.may_move(Seat::First, Tank::La));
//! position.play(PerSeat::new(Tank::La, Tank::Rc));
//! assert_eq!(
//!     position.to_string(),
//!     "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:100000 D:000001 1"
//! );
//! assert_eq!(position.score(), Outcome::Draw);
//! ```
//!
//! In reading order:
//!
//! - [`Tank`], [`Kind`], [`TankSet`]: the six tanks of a side, and their actions.
//! - [`Boxes`]: sets of boxes of the board.
//! - [`Tracks`]: the columns of the tanks, and the possible states of one track.
//! - [`Options`], [`Blocked`]: the rule options.
//! - [`Position`]: a state of play; the tanks that may move, the end and the score.
//! - `moving`, `firing`, `round`: the effects of a round.
//! - `notation`: text of positions, both ways.
//! - `view`: the bytes that a bot reads ([`LAYOUT`]).
//! - `drawing`, `events`: the board as data and the rounds in words.
//! - `opening`: random balanced start positions.
//! - [`TankWar`]: the implementation of the traits.

mod blow;
mod board;
mod drawing;
mod events;
mod firing;
mod game_impl;
mod gesture;
mod moving;
mod notation;
mod opening;
mod options;
mod position;
mod round;
mod tank;
mod tracks;
mod view;

pub use board::{BOXES, Boxes, SIDE};
pub use game_impl::{GAME, TankWar};
pub use options::{Blocked, Options};
pub use position::Position;
pub use tank::{Kind, Tank, TankSet};
pub use tracks::Tracks;
pub use view::LAYOUT;
