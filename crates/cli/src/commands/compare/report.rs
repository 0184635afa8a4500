//! What `muster compare --json` prints.

use std::collections::BTreeMap;

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

/// What the games of a comparison came to, from the first bot's side.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CompareReport<'a> {
    /// The game.
    pub(super) game: &'static str,
    /// Both bots, the first one first.
    pub(super) bots: [ComparedBot<'a>; 2],
    /// How many games were played, copies included.
    pub(super) games_played: u64,
    /// How many games were asked for.
    pub(super) games_asked: u64,
    /// How many games the first bot won.
    pub(super) wins: u64,
    /// How many games were drawn.
    pub(super) draws: u64,
    /// How many games the first bot lost.
    pub(super) losses: u64,
    /// Pairs by the half points of the first bot: 0, 1, 2, 3, 4.
    pub(super) pairs_by_half_points: [u64; 5],
    /// Pairs that repeat an earlier game and do not count.
    pub(super) copied_pairs: u64,
    /// The openings.
    pub(super) openings: OpeningCounts,
    /// The first bot's points per game, from 0 to 1.
    pub(super) score: f64,
    /// The difference in Elo that gives this score. Null where it is infinite.
    pub(super) elo: Option<f64>,
    /// The interval in which the difference lies with a confidence of 95 percent. An end is null where it is infinite.
    pub(super) interval95: [Option<f64>; 2],
    /// How likely the first bot is the stronger, from 0 to 1.
    pub(super) superiority: f64,
    /// The game that the first bot lost worst. Null if it lost none.
    pub(super) worst_loss: Option<WorstLoss>,
}

impl Shape for CompareReport<'_> {
    const NAME: &'static str = "compare";
    const VERSION: u32 = 1;
}

/// A bot that was compared.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ComparedBot<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// How many games it lost by each fault.
    pub(super) faults: BTreeMap<String, u64>,
}

/// Openings of a comparison.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OpeningCounts {
    /// How many there are.
    pub(super) count: u64,
    /// The fewest and the most random plies of one.
    pub(super) plies: [u32; 2],
}

/// A game that the first bot lost.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WorstLoss {
    /// Which game it was, from 1.
    pub(super) game: u64,
    /// The first bot's seat, in the game's word.
    pub(super) seat: &'static str,
    /// Why the game ended.
    pub(super) reason: String,
    /// After how many plies.
    pub(super) plies: u32,
    /// The fault by which it was lost. Null if it was lost by the rules.
    pub(super) fault: Option<String>,
    /// What happened then.
    pub(super) words: Option<String>,
    /// What to do about it.
    pub(super) advice: Option<&'static str>,
    /// The seed of the match.
    pub(super) seed: u64,
    /// The opening.
    pub(super) position: String,
    /// The command that shows the game ply by ply.
    pub(super) replay: String,
}
