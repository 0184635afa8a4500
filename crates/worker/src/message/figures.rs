//! The results of measuring a bot's start, and of asking it again.

use std::time::Duration;

use job::Closing;
use play::{LastAnswer, RetraceSummary, StartCost};
use referee::{Failure, Ticks};
use serde::{Deserialize, Serialize};

/// The resources that a bot uses up to its first answer ([`StartCost`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartFigures {
    /// Ticks of the start.
    pub start: u64,
    /// Ticks of the first move.
    pub first_move: u64,
    /// Bytes of its memory after the first move.
    pub memory: u64,
    /// Nanoseconds of wall time for both.
    pub wall: u64,
}

impl From<StartCost> for StartFigures {
    fn from(cost: StartCost) -> StartFigures {
        let StartCost { start, first_move, memory, wall } = cost;
        let wall = u64::try_from(wall.as_nanos()).unwrap_or(u64::MAX);
        StartFigures { start: start.0, first_move: first_move.0, memory, wall }
    }
}

impl From<StartFigures> for StartCost {
    fn from(figures: StartFigures) -> StartCost {
        let StartFigures { start, first_move, memory, wall } = figures;
        StartCost {
            start: Ticks(start),
            first_move: Ticks(first_move),
            memory,
            wall: Duration::from_nanos(wall),
        }
    }
}

/// The result of asking a module again ([`RetraceSummary`]).
#[derive(Debug, Serialize, Deserialize)]
pub struct RetracedSeat {
    /// Number of answers that match the record.
    pub answers: u32,
    /// The question after which there is nothing left to compare.
    pub last: Option<RetracedAnswer>,
    /// The closing figures of the module.
    pub closing: Closing,
}

/// The last answer ([`LastAnswer`]).
#[derive(Debug, Serialize, Deserialize)]
pub struct RetracedAnswer {
    /// The ply, from 0.
    pub ply: u32,
    /// The text of the position.
    pub position: String,
    /// The recorded answer.
    pub recorded: Result<String, FailureText>,
    /// The answer given here.
    pub here: Result<String, FailureText>,
    /// Ticks used here.
    pub spent: u64,
}

/// A bot's failure ([`Failure`]).
#[derive(Debug, Serialize, Deserialize)]
pub struct FailureText {
    /// The fault's name.
    pub fault: String,
    /// A description.
    pub detail: String,
    /// The backtrace of a trap.
    pub backtrace: Vec<String>,
}

impl From<&Failure> for FailureText {
    fn from(failure: &Failure) -> FailureText {
        let Failure { fault, detail, backtrace } = failure.clone();
        FailureText { fault: fault.to_string(), detail, backtrace }
    }
}

impl FailureText {
    fn failure(self) -> Result<Failure, String> {
        let FailureText { fault, detail, backtrace } = self;
        let fault = fault.parse().map_err(|_| format!("there is no fault `{fault}`"))?;
        Ok(Failure { fault, detail, backtrace })
    }
}

impl From<&RetraceSummary> for RetracedSeat {
    fn from(summary: &RetraceSummary) -> RetracedSeat {
        let in_words = |answer: &Result<String, Failure>| match answer {
            Ok(text) => Ok(text.clone()),
            Err(failure) => Err(FailureText::from(failure)),
        };
        let last = summary.last.as_ref().map(|last| RetracedAnswer {
            ply: last.ply,
            position: last.position.clone(),
            recorded: in_words(&last.recorded),
            here: in_words(&last.here),
            spent: last.spent.0,
        });
        RetracedSeat { answers: summary.answers, last, closing: Closing::from(&summary.closing) }
    }
}

impl RetracedSeat {
    /// Converts it to a summary.
    ///
    /// # Errors
    /// If it names an unknown fault.
    pub fn summary(self) -> Result<RetraceSummary, String> {
        let read = |answer: Result<String, FailureText>| match answer {
            Ok(text) => Ok::<_, String>(Ok(text)),
            Err(failure) => Ok(Err(failure.failure()?)),
        };
        let last = self.last.map(|last| {
            let RetracedAnswer { ply, position, recorded, here, spent } = last;
            let (recorded, here) = (read(recorded)?, read(here)?);
            Ok::<_, String>(LastAnswer { ply, position, recorded, here, spent: Ticks(spent) })
        });
        Ok(RetraceSummary { answers: self.answers, last: last.transpose()?, closing: self.closing.into() })
    }
}
