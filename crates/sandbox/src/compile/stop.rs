//! Why a module does not become a bot.

use crate::{HostError, Objection, Refusal, Undecided};

/// Why a module does not become a bot: it is refused, not decided about, or the host failed.
pub(crate) enum Stop {
    /// It is refused; this is kept.
    Refused(Refusal),
    /// The compiler crashed over it. It is refused; but a crash may have to do with the limits of the child, so this is
    /// not kept.
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
