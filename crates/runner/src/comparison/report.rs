//! What a comparison came to, as JSON.

use std::collections::BTreeMap;

use json::Shape;
use rating::pair_score::EloEstimate;
use schemars::JsonSchema;
use serde::Serialize;
use tournament::EntrantId;

use super::{ComparedGame, Comparison};

/// What the games of a comparison came to, from the first bot's side.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CompareReport<'a> {
    /// The game.
    game: &'static str,
    /// Both bots, the first one first.
    bots: [ComparedBot<'a>; 2],
    /// How many games were played, copies included.
    games_played: u64,
    /// How many games were asked for.
    games_asked: u64,
    /// How many games the first bot won.
    wins: u64,
    /// How many games were drawn.
    draws: u64,
    /// How many games the first bot lost.
    losses: u64,
    /// Pairs by the half points of the first bot: 0, 1, 2, 3, 4.
    pairs_by_half_points: [u64; 5],
    /// Pairs that repeat an earlier game and do not count.
    copied_pairs: u64,
    /// The openings.
    openings: OpeningCounts,
    /// The first bot's points per game, from 0 to 1.
    score: f64,
    /// The difference in Elo that gives this score. Null where it is infinite.
    elo: Option<f64>,
    /// The interval in which the difference lies with a confidence of 95 percent. An end is null where it is infinite.
    interval95: [Option<f64>; 2],
    /// How likely the first bot is the stronger, from 0 to 1.
    superiority: f64,
    /// The game that the first bot lost worst. Null if it lost none.
    worst_loss: Option<WorstLoss>,
}

impl Shape for CompareReport<'_> {
    const NAME: &'static str = "compare";
    const VERSION: u32 = 1;
}

/// A bot that was compared.
#[derive(Debug, Serialize, JsonSchema)]
struct ComparedBot<'a> {
    /// Its name.
    name: &'a str,
    /// How many games it lost by each fault.
    faults: BTreeMap<String, u64>,
}

/// Openings of a comparison.
#[derive(Debug, Serialize, JsonSchema)]
struct OpeningCounts {
    /// How many there are.
    count: u64,
    /// The fewest and the most random plies of one.
    plies: [u32; 2],
}

/// A game that the first bot lost.
#[derive(Debug, Serialize, JsonSchema)]
struct WorstLoss {
    /// Which game it was, from 1.
    game: u64,
    /// The first bot's seat, in the game's word.
    seat: &'static str,
    /// Why the game ended.
    reason: String,
    /// After how many plies.
    plies: u32,
    /// The fault by which it was lost. Null if it was lost by the rules.
    fault: Option<String>,
    /// What happened then.
    words: Option<String>,
    /// What to do about it.
    advice: Option<String>,
    /// The seed of the match.
    seed: u64,
    /// The opening.
    position: String,
    /// The command that shows the game ply by ply.
    replay: String,
}

impl<'a> CompareReport<'a> {
    /// A comparison of bots with these names. `replay` is the command that shows a game ply by ply.
    pub fn of(
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
            worst_loss: tally.worst.as_ref().map(|worst| WorstLoss::of(comparison, worst, replay(worst))),
        }
    }
}

impl WorstLoss {
    fn of(comparison: &Comparison, worst: &ComparedGame, replay: String) -> WorstLoss {
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
