//! The Tank War: a board of 6x6 boxes, six tanks a side, both players move at once, no chance.
//!
//! U starts at the top and drives down, D at the bottom and drives up. Each round both name one of their
//! tanks, which moves one box straight ahead and takes the box; then all tanks fire at once at whatever is in
//! their range. When a side has no tank left that can move, more surviving tanks win, then more boxes. The
//! rules page with a drawn board is the `README.md` of this crate.
//!
//! [`GAME`] is the game for the seam of the `game` crate; [`Position`] has the same typed.
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
//! - [`Tracks`]: which tank drives on which column, and what one track can look like.
//! - [`Options`], [`Blocked`]: the rule options.
//! - [`Position`]: a state of play; which tanks may move, the end and the score.
//! - `moving`, `firing`, `round`: what a round does.
//! - `notation`: text of positions, both ways.
//! - `view`: the bytes a bot reads ([`LAYOUT`]).
//! - `drawing`, `events`: the board as data and the rounds in words.
//! - `opening`: random balanced start positions.
//! - [`TankWar`]: all of it behind the seam.

mod board;
mod drawing;
mod events;
mod firing;
mod gesture;
mod moving;
mod notation;
mod opening;
mod options;
mod position;
mod round;
mod tank;
mod tank_war;
mod tracks;
mod view;

pub use board::{BOXES, Boxes, SIDE};
pub use options::{Blocked, Options};
pub use position::Position;
pub use tank::{Kind, Tank, TankSet};
pub use tank_war::{GAME, TankWar};
pub use tracks::Tracks;
pub use view::LAYOUT;
