//! The ratings of entrants.

use serde::Serialize;

/// The number of an entrant: an index in [`RunResults::entrants`](crate::RunResults::entrants).
pub type EntrantIndex = usize;

/// A rating, fitted to all games that count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The rating in Elo, to one decimal; the average is 1500.
    pub elo: f64,
    /// Half the width of the 95 % interval, relative to the average of the field.
    pub plus_minus: Option<f64>,
    /// `>`, `<` or `?` where results leave the rating open.
    pub open: Option<char>,
    /// Number of games in the fit, with copies of games counted once.
    pub games: u32,
}

/// The games in the fit of the ratings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ratings {
    /// Number of recorded matches.
    pub games: u64,
    /// Number of recorded matches that are copies of earlier ones.
    pub copies: u64,
    /// `true` for ratings on a ladder's scale, where a draw is half a point.
    #[serde(skip)]
    pub halves_draws: bool,
    /// Remarks on how to read the ratings, a sentence each.
    pub remarks: Vec<String>,
}
