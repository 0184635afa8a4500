//! What a list shows of each line.

use super::line::Contestant;
use crate::ratings::Rating;
use crate::results::Player;

/// When a line is marked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// Fewer games than this are provisional.
    pub provisional_games: u32,
    /// So is a deviation above this, on the model's scale, where it has one.
    pub provisional_deviation: f64,
    /// Inactive after this many runs without a game.
    pub inactive_runs: usize,
}

impl Default for Marks {
    fn default() -> Self {
        Self { provisional_games: 25, provisional_deviation: 110.0, inactive_runs: 5 }
    }
}

/// A rating after one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryPoint {
    /// Index of the run, in the order they were added.
    pub run: usize,
    /// The rating then.
    pub rating: f64,
    /// Its deviation then.
    pub deviation: Option<f64>,
    /// Games counted up to then.
    pub games: u32,
}

/// One line of the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Place in the list, from 1; players without games share none.
    pub place: Option<usize>,
    /// Index into the list's ratings.
    pub player: Player,
    /// The entrant, and the version if lines stand for versions (else the latest).
    pub contestant: &'a Contestant,
    /// The rating now.
    pub rating: &'a Rating,
    /// Whether the rating rests on too little.
    pub provisional: bool,
    /// Whether the last game is recent enough.
    pub active: bool,
    /// Index of the last run with a game of this line.
    pub last_run: Option<usize>,
    /// One point for each run since the line appeared.
    pub history: &'a [HistoryPoint],
}
