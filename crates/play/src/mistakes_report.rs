//! The reference's view of a match, as JSON.

use game::{ply_number, visible};
use replay::mistakes::{Course, Explanation, Mark, TurnLoss};
use schemars::JsonSchema;
use serde::Serialize;

/// The turns that cost a seat expected points in a match, according to the game's reference. Expected points are 0 for
/// a loss, 0.5 for a draw and 1 for a win.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MistakesReport {
    /// The kind of explanation.
    explanation: ExplanationWord,
    /// The plies of the turns that explain it, from 1, the worst first if they are mistakes.
    plies: Vec<u32>,
    /// The seat's expected points at the start of each turn.
    values: Vec<PositionValue>,
    /// The seat's turns that cost expected points, in order.
    losses: Vec<LossReport>,
}

/// A kind of explanation of a loss.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ExplanationWord {
    /// One or two turns cost the match.
    Mistake,
    /// Several turns cost about as much as the worst one.
    Gradual,
    /// No turn cost more than the reference's error.
    Nothing,
}

/// The value of a position.
#[derive(Debug, Serialize, JsonSchema)]
struct PositionValue {
    /// The next ply, from 1.
    ply: u32,
    /// The seat's expected points.
    points: f64,
}

/// A turn that cost expected points.
#[derive(Debug, Serialize, JsonSchema)]
struct LossReport {
    /// Its first ply, from 1.
    ply: u32,
    /// `?` for a mistake and `??` for a blunder. Null if the loss is within the reference's error.
    mark: Option<&'static str>,
    /// The expected points with the reference's play.
    before: f64,
    /// The expected points after the turn.
    after: f64,
    /// The seat's actions, in notation.
    played: String,
    /// The reference's actions.
    better: String,
    /// The play that the reference expects after its own actions; often empty.
    then: String,
    /// The text of the position at the start of the turn.
    position: String,
}

impl MistakesReport {
    /// Creates the report from a seat's course of a match.
    pub fn new(course: &Course) -> MistakesReport {
        let (explanation, turns) = match course.explanation() {
            Explanation::Mistakes(turns) => (ExplanationWord::Mistake, turns),
            Explanation::Gradual(turns) => (ExplanationWord::Gradual, turns),
            Explanation::Nothing => (ExplanationWord::Nothing, Vec::new()),
        };
        let value = |&(ply, points): &(u32, f64)| PositionValue { ply: ply_number(ply), points };
        MistakesReport {
            explanation,
            plies: turns.into_iter().map(|turn| ply_number(turn.ply)).collect(),
            values: course.values.iter().map(value).collect(),
            losses: course.losses.iter().map(LossReport::new).collect(),
        }
    }
}

impl LossReport {
    fn new(loss: &TurnLoss) -> LossReport {
        LossReport {
            ply: ply_number(loss.ply),
            mark: loss.mark().map(Mark::sign),
            before: loss.before,
            after: loss.after,
            played: visible(&loss.played),
            better: visible(&loss.better),
            then: visible(&loss.then),
            position: visible(&loss.position),
        }
    }
}
