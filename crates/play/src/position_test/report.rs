//! A bot's answers in positions, as JSON.

use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{PositionResult, PositionTest, TestedPosition};

/// A bot's answers in the positions of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PositionsReport {
    /// Number of positions that the bot passed.
    passed: usize,
    /// The positions, in the order of the file.
    positions: Vec<PositionReport>,
}

/// One position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PositionReport {
    /// The line where it begins, from 1.
    line: usize,
    /// Its name; empty if it has none.
    name: String,
    /// Its text.
    position: String,
    /// The seat that was asked, 0 or 1.
    seat: u8,
    /// The only answers that pass, in notation; empty if any answer but a forbidden one passes.
    expect: Vec<String>,
    /// Answers that do not pass.
    forbid: Vec<String>,
    /// `true` if the answer passed.
    passed: bool,
    /// The answer, in notation. Null if the bot failed.
    answer: Option<String>,
    /// The bot's fault. Null if it answered.
    fault: Option<String>,
    /// The message of the fault. Null if it answered.
    detail: Option<String>,
}

impl Shape for PositionsReport {
    const NAME: &'static str = "positions";
    const VERSION: u32 = 1;
}

impl PositionsReport {
    /// Creates the report from positions and their results.
    pub fn new(tested: &[(PositionTest, TestedPosition)]) -> PositionsReport {
        let positions: Vec<PositionReport> =
            tested.iter().map(|(test, tested)| PositionReport::new(test, tested)).collect();
        PositionsReport { passed: positions.iter().filter(|position| position.passed).count(), positions }
    }
}

impl PositionReport {
    fn new(test: &PositionTest, tested: &TestedPosition) -> PositionReport {
        let answer = match &tested.result {
            PositionResult::Passed(action) | PositionResult::Wrong(action) => Some(*action),
            PositionResult::Failed(_) => None,
        };
        let failure = match &tested.result {
            PositionResult::Failed(failure) => Some(failure),
            PositionResult::Passed(_) | PositionResult::Wrong(_) => None,
        };
        PositionReport {
            line: test.line,
            name: visible(&test.name),
            position: test.position.to_string(),
            seat: test.seat.index() as u8,
            expect: test.notation(&test.expected),
            forbid: test.notation(&test.forbidden),
            passed: matches!(tested.result, PositionResult::Passed(_)),
            answer: answer.map(|action| test.position.format_action(test.seat, action)),
            fault: failure.map(|failure| failure.fault.to_string()),
            detail: failure.map(|failure| visible(&failure.in_words())),
        }
    }
}
