//! Why a sequential test cannot begin or go on.

use ledger::LedgerError;
use rating::sprt::HypothesesError;
use thiserror::Error;

use crate::error::RunError;
use crate::executor::ExecutorError;

/// A test that cannot begin or go on. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum DuelError {
    /// As for any run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The hypotheses mean nothing.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// No opening is that long.
    #[error("random games of {game} are over before {plies} plies")]
    NoOpening {
        /// The game.
        game: &'static str,
        /// The plies asked for.
        plies: u32,
    },
    /// A bot was refused.
    #[error("the bot of \"{entrant}\" is refused:\n{}", .reasons.join("\n"))]
    Refused {
        /// Who.
        entrant: String,
        /// Why.
        reasons: Vec<String>,
    },
}

impl From<ExecutorError> for DuelError {
    fn from(error: ExecutorError) -> DuelError {
        DuelError::Run(error.into())
    }
}

impl From<LedgerError> for DuelError {
    fn from(error: LedgerError) -> DuelError {
        DuelError::Run(error.into())
    }
}

pub(super) fn damaged(what: &dyn std::fmt::Display) -> DuelError {
    LedgerError::Damaged { what: what.to_string() }.into()
}
