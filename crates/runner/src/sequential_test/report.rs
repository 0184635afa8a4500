//! The result of a sequential test, as JSON.

use json::Shape;
use ledger::Root;
use rating::pair_score::EloEstimate;
use run_folder::sequential_test::{SequentialTestPlan, SequentialTestState, SequentialTestVerdict};
use schemars::JsonSchema;
use serde::Serialize;

/// The result of a sequential test, from the new bot's side.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SprtReport {
    /// The accepted hypothesis.
    verdict: VerdictWord,
    /// The reason why the test ended.
    why: EndingWord,
    /// The scale of `elo0` and `elo1`: logistic or normalized.
    scale: &'static str,
    /// The difference in Elo that counts as no progress.
    elo0: f64,
    /// The difference in Elo that counts as progress.
    elo1: f64,
    /// The probability of accepting elo1 if elo0 is true.
    alpha: f64,
    /// The probability of accepting elo0 if elo1 is true.
    beta: f64,
    /// The log-likelihood ratio of elo1 to elo0.
    log_likelihood_ratio: f64,
    /// The test accepts elo0 at or below the first bound, and elo1 at or above the second.
    bounds: [f64; 2],
    /// The number of games played.
    games_played: u64,
    /// The number of pairs that count.
    pairs: u64,
    /// Pairs by the half points of the new bot: 0, 1, 2, 3, 4.
    pairs_by_half_points: [u64; 5],
    /// Pairs that repeat an earlier game and do not count.
    copied_pairs: u64,
    /// The new bot's points per game, from 0 to 1.
    score: f64,
    /// The estimated difference in Elo, corrected for the point at which the test stopped: too high as often as too
    /// low. Null if it is infinite.
    elo: Option<f64>,
    /// The difference in normalized Elo, not corrected. Null if it is infinite.
    normalized_elo: Option<f64>,
    /// The 95 percent confidence interval of the difference in Elo, corrected for the point at which the test stopped.
    /// An end is null if it is infinite.
    interval95: [Option<f64>; 2],
    /// The probability that the new bot is the stronger one, from 0 to 1.
    superiority: f64,
    /// The root of the test: one hash over all inputs and records. Null if the games were not recorded.
    root: Option<String>,
}

impl Shape for SprtReport {
    const NAME: &'static str = "sprt";
    const VERSION: u32 = 2;
}

/// The verdict of a sequential test.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum VerdictWord {
    /// elo0 rather than elo1: the new bot is not stronger, if elo1 is 0 or less.
    Elo0,
    /// elo1 rather than elo0: the new bot is stronger, if elo0 is 0 or more.
    Elo1,
    /// Neither.
    Undecided,
}

/// The reason why a sequential test ended.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum EndingWord {
    /// A hypothesis was accepted.
    Decided,
    /// The limit of games was reached.
    MaxGames,
    /// The last pairs all repeat earlier games.
    NothingNew,
}

impl SprtReport {
    /// Creates the report of a test of this plan that ended with this verdict. It has a root if the games were
    /// recorded.
    pub fn new(
        plan: &SequentialTestPlan,
        verdict: SequentialTestVerdict,
        state: &SequentialTestState,
        root: Option<&Root>,
    ) -> SprtReport {
        let EloEstimate { score, elo, low, high, superiority } = state.sprt.elo();
        let (lower, upper) = state.sprt.hypotheses().bounds();
        let (verdict, why) = match verdict {
            SequentialTestVerdict::AcceptElo0 => (VerdictWord::Elo0, EndingWord::Decided),
            SequentialTestVerdict::AcceptElo1 => (VerdictWord::Elo1, EndingWord::Decided),
            SequentialTestVerdict::MaxGames => (VerdictWord::Undecided, EndingWord::MaxGames),
            SequentialTestVerdict::NothingNew => (VerdictWord::Undecided, EndingWord::NothingNew),
        };
        SprtReport {
            verdict,
            why,
            scale: plan.scale.name(),
            elo0: plan.elo0,
            elo1: plan.elo1,
            alpha: plan.alpha,
            beta: plan.beta,
            log_likelihood_ratio: state.sprt.log_likelihood_ratio(),
            bounds: [lower, upper],
            games_played: 2 * state.pairs,
            pairs: state.sprt.pairs().pairs(),
            pairs_by_half_points: state.sprt.pairs().0,
            copied_pairs: state.copies,
            score,
            elo,
            normalized_elo: state.sprt.pairs().normalized_elo(),
            interval95: [low, high],
            superiority,
            root: root.map(ToString::to_string),
        }
    }
}
