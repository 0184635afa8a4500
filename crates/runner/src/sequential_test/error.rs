//! Errors of beginning or resuming a sequential test.

use explain::{Explain, Kind};
use job::ExecutorError;
use ledger::LedgerError;
use rating::sprt::HypothesesError;
use run_folder::RecordError;
use run_folder::sequential_test::NoOpening;
use thiserror::Error;

use crate::error::RunError;

/// The reason why a test cannot begin or be resumed. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum SequentialTestError {
    /// An error that any run may have.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The hypotheses are invalid.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// No opening has the requested length.
    #[error(transparent)]
    NoOpening(#[from] NoOpening),
    /// A bot was refused.
    #[error("the bot of \"{entrant}\" is refused:\n{}", .reasons.join("\n"))]
    Refused {
        /// The entrant's name.
        entrant: String,
        /// The reasons for the refusal.
        reasons: Vec<String>,
    },
}

impl From<ExecutorError> for SequentialTestError {
    fn from(error: ExecutorError) -> SequentialTestError {
        SequentialTestError::Run(error.into())
    }
}

impl From<LedgerError> for SequentialTestError {
    fn from(error: LedgerError) -> SequentialTestError {
        SequentialTestError::Run(error.into())
    }
}

impl From<RecordError> for SequentialTestError {
    fn from(error: RecordError) -> SequentialTestError {
        SequentialTestError::Run(error.into())
    }
}

pub(super) fn damaged(what: &dyn std::fmt::Display) -> SequentialTestError {
    LedgerError::Damaged { what: what.to_string() }.into()
}

impl Explain for SequentialTestError {
    fn kind(&self) -> Kind {
        match self {
            SequentialTestError::Run(error) => error.kind(),
            SequentialTestError::Hypotheses(_)
            | SequentialTestError::NoOpening(_)
            | SequentialTestError::Refused { .. } => Kind::Input,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            SequentialTestError::Run(error) => error.hints(),
            SequentialTestError::NoOpening(_) => vec!["lower --plies".to_owned()],
            SequentialTestError::Hypotheses(_) => {
                vec!["for example --elo0 0 --elo1 10 --alpha 0.05 --beta 0.05".to_owned()]
            }
            SequentialTestError::Refused { .. } => Vec::new(),
        }
    }
}
