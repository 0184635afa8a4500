//! Errors of making evidence, and problems with evidence.

use explain::{Explain, Kind};
use ledger::LedgerError;
use referee::{ClockKind, Reason};
use run_folder::RecordError;
use thiserror::Error;

/// The reason why evidence on a match cannot be made.
#[derive(Debug, Error)]
pub enum MakingError {
    /// The run's own text contradicts its record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The ledger cannot be read.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The run does not have the match.
    #[error("the run does not have the match")]
    NoMatch,
    /// The run does not have the entrant with this number.
    #[error("entrant {0} is missing")]
    NoEntrant(String),
    /// The run lacks the entrant's module, or the rules of its game.
    #[error("the run does not have the entrant's module, or the rules of its game")]
    NoModule,
    /// The archive cannot be made.
    #[error("cannot make the archive")]
    Archive(#[from] zip::result::ZipError),
    /// The record cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Explain for MakingError {
    fn kind(&self) -> Kind {
        match self {
            MakingError::Record(error) => error.kind(),
            MakingError::Archive(_) | MakingError::Json(_) => Kind::Host,
            _ => Kind::Input,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            MakingError::Record(error) => error.hints(),
            MakingError::Ledger(error) => error.hints(),
            _ => Vec::new(),
        }
    }
}

/// A problem with evidence, or the reason why it cannot be checked.
#[derive(Debug, Error)]
pub enum Problem {
    /// The record of the match contradicts itself.
    #[error("the match contradicts itself: {0}")]
    Contradiction(String),
    /// No game has this name.
    #[error("unknown game `{0}`")]
    UnknownGame(String),
    /// The rules of a game from a file cannot be opened.
    #[error("the rules of the game cannot be opened: {0}")]
    RulesModule(String),
    /// The text of the rule options is not one of the game.
    #[error("invalid rules: {0}")]
    Rules(String),
    /// The path from the match to a root is wrong.
    #[error("it does not lead to the root that it names: {0}")]
    WayToRoot(String),
    /// It leads to another root.
    #[error("the match does not belong to the run with the root that it names")]
    OtherRun,
    /// The actions are not allowed by the rules.
    #[error("it cannot have been played like this: {0}")]
    Impossible(Box<dyn std::error::Error + Send + Sync>),
    /// The actions lead to another result.
    #[error("by the rules, the result is different: {0}")]
    OtherResult(Reason),
    /// The module cannot be asked with the engine of this program.
    #[error("another engine played the match")]
    OtherEngine {
        /// Advice.
        advice: String,
    },
    /// The module cannot be asked on this machine.
    #[error("{0}")]
    Module(explain::Error),
    /// The module answers something else.
    #[error("after {answers} answers as recorded, the bot behaves differently")]
    OtherAnswer {
        /// Number of answers that match the record.
        answers: u32,
        /// The clock of the seat.
        clock: ClockKind,
    },
    /// The module logs something else.
    #[error("the log differs from the record")]
    OtherLog {
        /// The clock of the seat.
        clock: ClockKind,
    },
    /// It names another root than the required one.
    #[error("it names a different root: {0}")]
    OtherRoot(String),
    /// A root is required, and it names none.
    #[error("it names no root, because the run was not complete")]
    NoRoot,
}

impl Explain for Problem {
    fn kind(&self) -> Kind {
        match self {
            Problem::UnknownGame(_) | Problem::OtherEngine { .. } => Kind::Input,
            Problem::Module(error) => error.kind,
            // Only a fuel clock makes play repeatable.
            Problem::OtherAnswer { clock, .. } | Problem::OtherLog { clock } if *clock != ClockKind::Fuel => {
                Kind::Unconfirmed
            }
            _ => Kind::Damaged,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            Problem::UnknownGame(_) => vec![format!("the games are {}", games::names())],
            Problem::OtherEngine { advice } => vec![
                advice.clone(),
                "its moves can be verified only with the engine that played it; the result follows from the rules"
                    .to_owned(),
            ],
            Problem::Module(error) => error.hints.clone(),
            Problem::OtherAnswer { clock, .. } | Problem::OtherLog { clock } if *clock != ClockKind::Fuel => {
                vec![format!(
                    "the clock of the match is `{}`, under which play is not repeatable",
                    clock.word()
                )]
            }
            _ => Vec::new(),
        }
    }
}
