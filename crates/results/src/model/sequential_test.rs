//! A sequential test.

use serde::Serialize;

/// A sequential test: its hypotheses, its course and its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SequentialTest {
    /// The Elo scale of the hypotheses: `logistic` or `normalized`.
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
    /// The verdict.
    pub verdict: TestVerdict,
    /// The final log-likelihood ratio.
    pub log_likelihood_ratio: f64,
    /// Number of pairs of games played.
    pub pairs: u64,
    /// Number of pairs that do not count because one of their games is a copy of an earlier one.
    pub copies: u64,
    /// Number of counted pairs by half points of the new bot: 0 to 4.
    pub pairs_by_half_points: [u64; 5],
    /// Points of the new bot per game.
    pub score: f64,
    /// The difference in Elo; `None` if it is infinite. The difference, its interval and the likelihood of superiority
    /// are corrected for the stopping time.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval; `None` if there is none.
    pub low: Option<f64>,
    /// The upper end of its 95 % interval; `None` if there is none.
    pub high: Option<f64>,
    /// The likelihood that the new bot is the stronger one.
    pub superiority: f64,
    /// The difference in normalized Elo; `None` if it is infinite.
    pub normalized_elo: Option<f64>,
    /// Number of openings, which are played in turn; `None` for a new one in every pair.
    #[serde(skip)]
    pub openings: Option<u32>,
    /// Number of random plies of an opening.
    #[serde(skip)]
    pub plies: u32,
    /// The state of the test after each pair.
    #[serde(skip)]
    pub walk: Vec<WalkPoint>,
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// The test has not ended.
    Running,
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
    /// Undecided: the maximum number of games was reached.
    MaxGames,
    /// Undecided: only copies of earlier games were left.
    NothingNew,
}

/// The state of a sequential test after a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkPoint {
    /// `true` if the pair counts: neither game is a copy.
    pub counts: bool,
    /// Half points of the new bot in the pair, 0 to 4; `None` if it does not count.
    pub half_points: Option<u8>,
    /// The log-likelihood ratio.
    pub log_likelihood_ratio: f64,
}
