//! Reasons why a module does not become a bot.

use thiserror::Error;

use crate::{HostError, Objection, Refusal, Undecided};

/// The reason why a module does not become a bot: it is refused, it is undecided, or the host failed.
#[derive(Debug, Error)]
pub(crate) enum Stop {
    /// It is refused, and the refusal is stored.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The compiler crashed on it. It is refused, but the refusal is not stored, because the crash may be due to the
    /// child's limits.
    #[error(transparent)]
    Crashed(Objection),
    /// The child was stopped.
    #[error(transparent)]
    Undecided(#[from] Undecided),
    /// The host failed.
    #[error(transparent)]
    Host(#[from] HostError),
}

impl From<Objection> for Stop {
    fn from(objection: Objection) -> Stop {
        Stop::Refused(objection.into())
    }
}
