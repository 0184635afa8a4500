//! Ratings after each round.

use super::entrant::EntrantIndex;
use super::seats::PlusMinus;

/// Ratings after each of some rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingCourse {
    /// Whom the chart shows: the best ones in the end, the best first.
    pub best: Vec<EntrantIndex>,
    /// In schedule order.
    pub points: Vec<CoursePoint>,
}

/// Ratings after a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoursePoint {
    /// The stage, from 0.
    pub stage: usize,
    /// The round, from 1.
    pub round: u32,
    /// Of all entrants; `None` before the first game.
    pub ratings: Vec<Option<PlusMinus>>,
}
