//! Ratings after each round.

use super::ratings::EntrantIndex;
use super::seats::PlusMinus;

/// Ratings after each of some rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingCourse {
    /// The entrants that the chart shows: the best ones at the end, in descending order.
    pub best: Vec<EntrantIndex>,
    /// The ratings after each round, in schedule order.
    pub points: Vec<CoursePoint>,
}

/// Ratings after a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoursePoint {
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u32,
    /// The ratings of all entrants; `None` before an entrant's first game.
    pub ratings: Vec<Option<PlusMinus>>,
}
