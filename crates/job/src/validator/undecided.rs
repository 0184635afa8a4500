//! Reasons why a module is neither admitted nor refused.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::refusal::Refusal;

/// The reason this machine could not decide whether to admit a module: checking and compiling it was stopped. That
/// depends on the machine as well as on the module, so it is not a refusal and is never stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Undecided {
    /// The processor time was used up.
    #[error(
        "undecided on this machine: checking and compiling the module was stopped after {seconds} s of processor time"
    )]
    Time {
        /// The limit.
        seconds: u64,
    },
    /// The memory was used up.
    #[error(
        "undecided on this machine: checking and compiling the module was stopped at {bytes} bytes of memory"
    )]
    Memory {
        /// The limit.
        bytes: u64,
    },
    /// The child was killed from outside.
    #[error("undecided on this machine: the process that checks and compiles the module was killed")]
    Killed,
    /// The processor time was not used up within the maximum wait.
    #[error(
        "undecided on this machine: checking and compiling the module did not finish within {minutes} minutes"
    )]
    Wait {
        /// The maximum wait.
        minutes: u64,
    },
}

impl Undecided {
    /// Returns advice on what to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Undecided::Time { .. } => {
                "try again on a faster machine: where Muster was measured, every module that passes inspection \
                 compiles within a fifth of that"
            }
            Undecided::Memory { .. } => {
                "the module is not to blame: try again on a machine with the usual page size and memory allocator"
            }
            Undecided::Killed => "the machine may have run out of memory: try again with more free memory",
            Undecided::Wait { .. } => "try again when the machine is less busy",
        }
    }
}

/// Reasons why a module does not become a bot here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAdmitted {
    /// It is refused, here as on every other machine.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// This machine could not decide.
    #[error(transparent)]
    Undecided(#[from] Undecided),
}

impl NotAdmitted {
    /// Returns all reasons, each with advice.
    pub fn reasons(&self) -> Vec<(String, &'static str)> {
        match self {
            NotAdmitted::Refused(refusal) => {
                let objections = refusal.objections().iter();
                objections.map(|objection| (objection.to_string(), objection.advice())).collect()
            }
            NotAdmitted::Undecided(undecided) => vec![(undecided.to_string(), undecided.advice())],
        }
    }
}
