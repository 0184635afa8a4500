//! The sample bots by name: what `builtin:greedy` stands for, on a command line and in a tournament's text.
//!
//! Their modules are in the program, so that everybody who has it can play against them without a file. In reading order:
//!
//! - [`Opponent`]: a sample bot with its module. [`opponents_of`]: those of a game.
//! - [`Named`], [`named`]: what a name stands for. [`UnknownName`]: why it stands for nothing.
//! - [`Strength`]: how strong a bot was when all of its game were measured.
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
