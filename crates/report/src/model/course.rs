//! Ratings after each round.

use super::entrant::EntrantIndex;

/// Ratings after each of some rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingCourse {
    /// Who: the best ones in the end, the best first.
    pub entrants: Vec<EntrantIndex>,
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
    /// In Elo, in the order of [`RatingCourse::entrants`]; `None` before the first game.
    pub elo: Vec<Option<f64>>,
}
