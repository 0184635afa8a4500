//! Plays two bots against each other until a sequential test decides.
//!
//! In reading order: the plan, the schedule of pairs with its openings, the course of the test as a fold over pairs,
//! loading a record, checking a record.

mod fit;
mod game_copies;
mod load;
mod no_opening;
mod openings;
mod pairs;
mod plan;
mod test_state;

pub(crate) use fit::fit;
pub use game_copies::{GameCopies, Leg};
pub use load::load;
pub use no_opening::NoOpening;
pub use openings::OpeningChoice;
pub use pairs::{Pairs, PairsPlan, TestGame, keys};
pub use plan::SequentialTestPlan;
pub use test_state::{MOST_PAIRS, SequentialTestState, SequentialTestVerdict, TestFold};

/// The name of a test's text in its run.
pub const TEXT_NAME: &str = "sprt.txt";
