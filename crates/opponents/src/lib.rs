//! The sample bots by name: the meaning of `builtin:greedy` on a command line and in a tournament's text.
//!
//! Their modules are part of the program, so that every user can play against them without a file. In reading order:
//!
//! - [`Opponent`]: a sample bot with its module. [`opponents_of`]: the bots of a game.
//! - [`Named`], [`named`]: the player that a name stands for. [`UnknownName`]: the error for a name without a
//!   meaning.
//! - [`Strength`]: the strength of a bot in a tournament of all bots of its game.
//! - [`OpponentsReport`]: all of that as JSON.

mod name;
mod opponent;
mod report;
mod strength;
mod table;

pub use name::{Named, UnknownName, named};
pub use opponent::Opponent;
pub use report::{OpponentReport, OpponentsReport};
pub use strength::{Strength, strengths_of};
pub use table::{OPPONENTS, opponents_of};
