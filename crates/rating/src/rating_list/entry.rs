//! The displayed data of each line.

use super::line::Contestant;
use crate::ratings::Rating;
use crate::results::Player;

/// The thresholds for marking a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// A line with fewer games is provisional.
    pub provisional_games: u32,
    /// A line with a greater deviation is provisional, if the model has deviations. On the model's scale.
    pub provisional_deviation: f64,
    /// A line is inactive after this many runs without a game.
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
    /// The rating after the run.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: Option<f64>,
    /// Number of games counted up to the run.
    pub games: u32,
}

/// One line of the list.
#[derive(Clone, Copy, Debug)]
pub struct RatedEntry<'a> {
    /// Place in the list, from 1; `None` without games.
    pub place: Option<usize>,
    /// Index into the list's ratings.
    pub player: Player,
    /// The entrant, and the version if lines stand for versions (else the latest).
    pub contestant: &'a Contestant,
    /// The current rating.
    pub rating: &'a Rating,
    /// `true` if the rating is based on too few games or has too great a deviation.
    pub provisional: bool,
    /// `true` if the last game is recent enough.
    pub active: bool,
    /// Index of the last run with a game of this line.
    pub last_run: Option<usize>,
    /// One point for each run since the line appeared.
    pub history: &'a [HistoryPoint],
}
