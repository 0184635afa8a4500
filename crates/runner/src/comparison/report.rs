//! The result of a comparison, as JSON.

use std::collections::BTreeMap;

use json::Shape;
use rating::pair_score::EloEstimate;
use schemars::JsonSchema;
use serde::Serialize;
use tournament::EntrantId;

use super::{ComparedGame, Comparison};

/// The result of a comparison, from the first bot's side.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompareReport<'a> {
    /// The game.
    game: &'static str,
    /// Both bots, the first one first.
    bots: [ComparedBot<'a>; 2],
    /// The number of games that were played, including copies.
    games_played: u64,
    /// The number of games that were requested.
    games_asked: u64,
    /// The number of games that the first bot won.
    wins: u64,
    /// The number of games that were drawn.
    draws: u64,
    /// The number of games that the first bot lost.
    losses: u64,
    /// Pairs by the half points of the first bot: 0, 1, 2, 3, 4.
    pairs_by_half_points: [u64; 5],
    /// Pairs that repeat an earlier game and do not count.
    copied_pairs: u64,
    /// The openings.
    openings: OpeningCounts,
    /// The first bot's points per game, from 0 to 1.
    score: f64,
    /// The difference in Elo that gives this score. Null if it is infinite.
    elo: Option<f64>,
    /// The 95 percent confidence interval of the difference. An end is null if it is infinite.
    interval95: [Option<f64>; 2],
    /// The probability that the first bot is the stronger one, from 0 to 1.
    superiority: f64,
    /// The game that the first bot lost worst. Null if it lost none.
    worst_loss: Option<WorstLoss>,
}

impl Shape for CompareReport<'_> {
    const NAME: &'static str = "compare";
    const VERSION: u32 = 1;
}

/// A bot in a comparison.
#[derive(Debug, Serialize, JsonSchema)]
struct ComparedBot<'a> {
    /// Its name.
    name: &'a str,
    /// The number of games that it lost by each fault.
    faults: BTreeMap<String, u64>,
}

/// Openings of a comparison.
#[derive(Debug, Serialize, JsonSchema)]
struct OpeningCounts {
    /// The number of openings.
    count: u64,
    /// The minimum and the maximum number of random plies of an opening.
    plies: [u32; 2],
}

/// A game that the first bot lost.
#[derive(Debug, Serialize, JsonSchema)]
struct WorstLoss {
    /// The number of the game, from 1.
    game: u64,
    /// The first bot's seat, in the game's word.
    seat: &'static str,
    /// The reason why the game ended.
    reason: String,
    /// The number of plies.
    plies: u32,
    /// The fault by which it was lost. Null if it was lost by the rules.
    fault: Option<String>,
    /// A description of the fault.
    words: Option<String>,
    /// Advice about the fault.
    advice: Option<String>,
    /// The seed of the match.
    seed: u64,
    /// The opening.
    position: String,
    /// The command that shows the game ply by ply.
    replay: String,
}

impl<'a> CompareReport<'a> {
    /// Creates the report of a comparison of bots with these names. `replay` is the command that shows a game ply by
    /// ply.
    pub fn new(
        comparison: &Comparison,
        names: &'a [String; 2],
        replay: impl Fn(&ComparedGame) -> String,
    ) -> CompareReport<'a> {
        let tally = comparison.tally();
        let EloEstimate { score, elo, low, high, superiority } = tally.scores.elo();
        let (count, plies) = comparison.openings();
        let bot = |index: usize| ComparedBot {
            name: &names[index],
            faults: tally.faults[index].iter().map(|(fault, count)| (fault.to_string(), *count)).collect(),
        };
        CompareReport {
            game: comparison.settings.game.name(),
            bots: [bot(0), bot(1)],
            games_played: 2 * tally.pairs,
            games_asked: 2 * comparison.count,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pairs_by_half_points: tally.scores.0,
            copied_pairs: tally.copies,
            openings: OpeningCounts { count, plies },
            score,
            elo,
            interval95: [low, high],
            superiority,
            worst_loss: tally.worst.as_ref().map(|worst| WorstLoss::new(comparison, worst, replay(worst))),
        }
    }
}

impl WorstLoss {
    fn new(comparison: &Comparison, worst: &ComparedGame, replay: String) -> WorstLoss {
        let seat = worst.seat_of(EntrantId(0));
        let loss = worst.record.losses[seat].as_deref();
        WorstLoss {
            game: worst.number(),
            seat: comparison.settings.game.seats()[seat].word,
            reason: worst.record.verdict.reason.to_string(),
            plies: worst.record.plies,
            fault: loss.map(|loss| loss.failure.fault.to_string()),
            words: loss.map(|loss| loss.failure.in_words()),
            advice: loss.and_then(|loss| loss.failure.advice()).map(str::to_owned),
            seed: worst.seed,
            position: worst.start.to_string(),
            replay,
        }
    }
}
