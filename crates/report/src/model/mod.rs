//! The content of a report: every page, chart and file is made from this.
//!
//! Entrants are named by their index in [`Report::entrants`]. Texts are as entered; the code that writes them makes
//! them visible and escapes them.

mod entrant;
mod heading;
mod stage;
mod unusual;

use serde::Serialize;

pub use entrant::Entrant;
pub use heading::{Adoption, Fact, Heading};
pub use results::RulingText;
pub use results::model::{
    Bracket, Cell, Column, CoursePoint, Crosstable, EntrantIndex, Fault, FaultKind, Faults, Game, GameScore,
    LengthClass, Lengths, MoveTimes, PlusMinus, Rating, RatingCourse, Ratings, SeatBalance, SeatScore,
    SeatTally, SequentialTest, TestVerdict, TickCount, Tie, TieSide, WalkPoint,
};
pub use stage::{Round, Row, Stage};
pub use unusual::{Unusual, UnusualMatch};

/// The version of the files under `data/`. A viewer reads this version and every earlier one.
pub const SCHEMA: u32 = 1;

/// A whole report except for its matches.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version, [`SCHEMA`].
    pub schema: u32,
    /// The game and conditions of the tournament.
    pub tournament: Heading,
    /// All entrants, in the order of the tournament's file.
    pub entrants: Vec<Entrant>,
    /// The sequential test; `None` if the run is a tournament. Its bots are the first two entrants, the new one first.
    pub test: Option<SequentialTest>,
    /// The stages that began, in order. A sequential test has one stage without a table.
    pub stages: Vec<Stage>,
    /// Changes to the tournament that the run adopted after it had begun, in order.
    pub adoptions: Vec<Adoption>,
    /// The organiser's rulings in the order they were made.
    pub rulings: Vec<RulingText>,
    /// Every seat that failed, in schedule order.
    pub faults: Faults,
    /// The distribution of match lengths.
    pub lengths: Lengths,
    /// The time entrants used per move, in the order of the tournament's file. Entrants without moves are omitted.
    pub times: Vec<MoveTimes>,
    /// The games in the fit of the ratings, and remarks on how to read them.
    pub ratings: Ratings,
    /// The comparison of the seats; `None` without games.
    pub seats: Option<SeatBalance>,
    /// Ratings after each round; `None` for a single round, and in large tournaments.
    #[serde(skip)]
    pub course: Option<RatingCourse>,
    /// Unusual events: a few entries, each by a rule.
    pub unusual: Vec<Unusual>,
    /// Number of matches, and number of matches with a page.
    pub matches: Pages,
}

/// Number of matches, and number of matches with a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pages {
    /// Number of matches played.
    pub played: u64,
    /// Number of matches that have their own page.
    pub with_page: u64,
}

/// Returns the file of a match's page inside `matches/`.
pub fn page_file(key: &str) -> String {
    format!("{}.html", key.replace('+', "-again-"))
}
