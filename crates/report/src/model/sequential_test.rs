//! A sequential test.

use serde::Serialize;

use super::heading::Fact;

/// A sequential test: what was tested, how it went, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SequentialTest {
    /// The Elo of the hypotheses: `logistic` or `normalized`.
    pub scale: &'static str,
    /// The difference that counts as no progress.
    pub elo0: f64,
    /// The difference that counts as progress.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
    /// The log-likelihood ratios at which `elo0` and `elo1` are accepted.
    pub bounds: [f64; 2],
    /// How it ended.
    pub verdict: TestVerdict,
    /// The log-likelihood ratio in the end.
    pub log_likelihood_ratio: f64,
    /// Pairs of games played.
    pub pairs: u64,
    /// Those of them that do not count, because a game was played before.
    pub copies: u64,
    /// Pairs that count, by half points of the new bot: 0 to 4.
    pub pairs_by_half_points: [u64; 5],
    /// Points of the new bot per game.
    pub score: f64,
    /// The difference in Elo, corrected for when the test stopped, like its interval and the likelihood of superiority;
    /// `None` where it is infinite.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval, if there is one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The likelihood that the new bot is the stronger one.
    pub superiority: f64,
    /// The difference in normalized Elo, where it is finite.
    pub normalized_elo: Option<f64>,
    /// Other conditions.
    #[serde(skip)]
    pub facts: Vec<Fact>,
    /// The test after each pair.
    #[serde(skip)]
    pub walk: Vec<WalkPoint>,
}

/// How a sequential test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// It has not ended.
    Running,
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
    /// Undecided: as many games as were allowed.
    MaxGames,
    /// Undecided: only copies of earlier games were left.
    NothingNew,
}

/// A sequential test after a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkPoint {
    /// Whether the pair counts: neither game is a copy.
    pub counts: bool,
    /// Half points of the new bot in the pair, 0 to 4; `None` if it does not count.
    pub half_points: Option<u8>,
    /// The log-likelihood ratio.
    pub log_likelihood_ratio: f64,
}
