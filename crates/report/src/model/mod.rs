//! What a report shows: every page, chart and file is made from this.
//!
//! Entrants are named by their index in [`Report::entrants`]. Texts are as entered; who writes them makes them
//! visible and escapes them.

mod bracket;
mod course;
mod crosstable;
mod entrant;
mod faults;
mod figures;
mod heading;
mod score;
mod seats;
mod sequential_test;
mod stage;
mod unusual;

use serde::Serialize;

pub use bracket::{Bracket, Column, Tie, TieSide};
pub use course::{CoursePoint, RatingCourse};
pub use crosstable::{Cell, Crosstable};
pub use entrant::{Entrant, EntrantIndex, Rating, Ratings};
pub use faults::{Fault, FaultKind, Faults};
pub use figures::{LengthClass, Lengths, MoveTimes, TickCount};
pub use heading::{Adoption, Fact, Heading, Ruling};
pub use score::{Game, GameScore};
pub use seats::{PlusMinus, SeatBalance, SeatScore, SeatTally};
pub use sequential_test::{SequentialTest, TestVerdict, WalkPoint};
pub use stage::{MatchLine, Round, Row, Stage};
pub use unusual::{Unusual, UnusualMatch};

/// The version of the files under `data/`. A viewer reads this version and every earlier one.
pub const SCHEMA: u32 = 1;

/// A whole report but for its matches.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What was played, and under which conditions.
    pub tournament: Heading,
    /// Everybody who was entered, in the order of the tournament's file.
    pub entrants: Vec<Entrant>,
    /// The sequential test, if the run is one and not a tournament. Its bots are the first two entrants, the new one first.
    pub test: Option<SequentialTest>,
    /// The stages that began, in order; of a sequential test one stage without a table.
    pub stages: Vec<Stage>,
    /// Changes to the tournament that the run adopted after it had begun, in their order.
    pub adoptions: Vec<Adoption>,
    /// The organiser's rulings in the order they were made.
    pub rulings: Vec<Ruling>,
    /// Every seat that failed, in schedule order.
    pub faults: Faults,
    /// How long matches were.
    pub lengths: Lengths,
    /// How much time entrants used per move, in the order of the tournament's file; only those who moved.
    pub times: Vec<MoveTimes>,
    /// What the fit of the ratings counted, and what they are to be read with.
    pub ratings: Ratings,
    /// How the seats compare; `None` without games.
    pub seats: Option<SeatBalance>,
    /// Ratings after each round; `None` for a single round, and in large tournaments.
    #[serde(skip)]
    pub course: Option<RatingCourse>,
    /// What was unusual: few entries, each by a rule.
    pub unusual: Vec<Unusual>,
    /// How many matches there are, and how many of them have a page.
    pub matches: Pages,
}

/// How many matches there are, and how many of them have a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pages {
    /// Matches played.
    pub played: u64,
    /// Matches that have their own page.
    pub with_page: u64,
}

/// The file of a match's page inside `matches/`.
pub fn page_file(key: &str) -> String {
    format!("{}.html", key.replace('+', "-again-"))
}
