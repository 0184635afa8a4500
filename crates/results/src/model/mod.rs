//! The values that results consist of, as a report and its data show them.

mod bracket;
mod course;
mod crosstable;
mod faults;
mod figures;
mod ratings;
mod score;
mod seats;
mod sequential_test;

pub use bracket::{Bracket, Column, Tie, TieSide};
pub use course::{CoursePoint, RatingCourse};
pub use crosstable::{Cell, Crosstable};
pub use faults::{Fault, FaultKind, Faults};
pub use figures::{LengthClass, Lengths, MoveTimes, TickCount};
pub use ratings::{EntrantIndex, Rating, Ratings};
pub use score::{Game, GameScore};
pub use seats::{PlusMinus, SeatBalance, SeatScore, SeatTally};
pub use sequential_test::{SequentialTest, TestVerdict, WalkPoint};
