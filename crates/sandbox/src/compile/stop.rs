//! Reasons why a module does not become a bot.

use crate::{HostError, Objection, Refusal, Undecided};

/// The reason why a module does not become a bot: it is refused, it is undecided, or the host failed.
pub(crate) enum Stop {
    /// It is refused, and the refusal is stored.
    Refused(Refusal),
    /// The compiler crashed on it. It is refused, but the refusal is not stored, because the crash may be due to the
    /// child's limits.
    Crashed(Objection),
    /// The child was stopped.
    Undecided(Undecided),
    /// The host failed.
    Host(HostError),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Stop {
        Stop::Refused(refusal)
    }
}

impl From<Objection> for Stop {
    fn from(objection: Objection) -> Stop {
        Stop::Refused(objection.into())
    }
}

impl From<HostError> for Stop {
    fn from(error: HostError) -> Stop {
        Stop::Host(error)
    }
}

impl From<Undecided> for Stop {
    fn from(undecided: Undecided) -> Stop {
        Stop::Undecided(undecided)
    }
}
