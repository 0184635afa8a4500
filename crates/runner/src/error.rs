//! Errors of runs, sequential tests and comparisons.

use explain::{Explain, Kind};
use job::{ExecutorError, ValidatorError};
use ledger::{EntrantRow, LedgerError};
use rating::sprt::HypothesesError;
use run_folder::RecordError;
use run_folder::sequential_test::NoOpening;
use thiserror::Error;
use tournament::{FormatError, KeyError, ResultError};

use crate::admission::{AdmissionError, UndecidedEntrant, advice, told};
use crate::roster::NothingPlays;

/// The reason why a run, a sequential test or a comparison cannot begin or go on. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum RunError {
    /// The record cannot be read or written.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The host fails to check the bots.
    #[error("cannot check the bots")]
    Validator(#[from] ValidatorError),
    /// The executor is lost. Matches that it had not returned are played when the run is resumed.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// The folder contains a different run.
    #[error("the run in this folder has a different {what}:\n{difference}")]
    Different {
        /// The part that differs: `tournament`, `engine`, `bot of "Alpha"`.
        what: String,
        /// The two versions, each on a line.
        difference: String,
        /// Advice; `None` if there is none.
        advice: Option<String>,
    },
    /// Too few entrants are left.
    #[error("stage \"{stage}\" cannot be played")]
    Format {
        /// The stage's name.
        stage: String,
        /// The cause.
        #[source]
        why: FormatError,
        /// The refused entrants with the reasons; empty unless the run was about to begin.
        refused: Vec<String>,
    },
    /// A bot was refused: one of two that are compared, one that was admitted before, or any if the plan says to stop.
    #[error("the bot of \"{entrant}\" is refused:\n{}", .reasons.join("\n"))]
    Refused {
        /// The entrant's name.
        entrant: String,
        /// The reasons for the refusal.
        reasons: Vec<String>,
    },
    /// Some bots can neither be admitted nor refused on this machine. Nothing begins, since the set of players would
    /// depend on the machine.
    #[error("{}", told(.0))]
    Undecided(Vec<UndecidedEntrant>),
    /// The record does not fit its schedule or the request.
    #[error(transparent)]
    Record(RecordError),
    /// The hypotheses of a sequential test cannot be told apart.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// No opening has the requested length.
    #[error(transparent)]
    NoOpening(#[from] NoOpening),
    /// The schedule has no such pair of games.
    #[error(transparent)]
    Schedule(#[from] KeyError),
    /// The operating system did not provide randomness for a seed.
    #[error("cannot draw a random seed: {0}")]
    NoSeed(String),
}

impl RunError {
    /// Returns the error for an entrant whose bot was refused.
    pub(crate) fn refused(row: &EntrantRow) -> RunError {
        RunError::Refused { entrant: row.name.clone(), reasons: row.refusal.clone() }
    }
}

impl From<AdmissionError> for RunError {
    fn from(error: AdmissionError) -> RunError {
        match error {
            AdmissionError::Host(error) => RunError::Validator(error),
            AdmissionError::Undecided(undecided) => RunError::Undecided(undecided),
        }
    }
}

impl From<NothingPlays> for RunError {
    fn from(error: NothingPlays) -> RunError {
        LedgerError::Damaged { what: error.to_string() }.into()
    }
}

impl From<RecordError> for RunError {
    fn from(error: RecordError) -> RunError {
        match error {
            RecordError::Ledger(error) => RunError::Ledger(error),
            RecordError::Format { stage, why } => RunError::Format { stage, why, refused: Vec::new() },
            error => RunError::Record(error),
        }
    }
}

impl From<ResultError> for RunError {
    fn from(error: ResultError) -> RunError {
        RecordError::from(error).into()
    }
}

impl Explain for RunError {
    fn kind(&self) -> Kind {
        match self {
            RunError::Ledger(error) => error.kind(),
            RunError::Record(error) => error.kind(),
            RunError::Executor(_) => Kind::Incomplete,
            RunError::Undecided(_) => Kind::Undecided,
            RunError::Different { .. } => Kind::Conflict,
            RunError::Format { .. }
            | RunError::Refused { .. }
            | RunError::Hypotheses(_)
            | RunError::NoOpening(_)
            | RunError::Schedule(_) => Kind::Input,
            RunError::Validator(_) | RunError::NoSeed(_) => Kind::Host,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            RunError::Ledger(error) => error.hints(),
            RunError::Record(error) => error.hints(),
            RunError::Executor(_) => {
                vec!["played matches are kept; run the same command again to resume".to_owned()]
            }
            RunError::Different { advice, .. } => advice.iter().cloned().collect(),
            RunError::Format { refused, .. } if refused.is_empty() => vec!["enter more bots".to_owned()],
            RunError::Format { refused, .. } => {
                let why = refused.iter().map(|refused| format!("refused: {refused}"));
                ["enter more bots, or fix those that were refused".to_owned()]
                    .into_iter()
                    .chain(why)
                    .collect()
            }
            RunError::Undecided(entrants) => advice(entrants),
            RunError::Hypotheses(_) => {
                vec!["for example --elo0 0 --elo1 10 --alpha 0.05 --beta 0.05".to_owned()]
            }
            RunError::NoOpening(_) => vec!["lower --plies".to_owned()],
            RunError::Refused { .. }
            | RunError::Schedule(_)
            | RunError::Validator(_)
            | RunError::NoSeed(_) => Vec::new(),
        }
    }
}
