//! Why a call does not come to its end.

use crate::Misuse;

/// Why a call does not come to its end.
pub(crate) enum Halt<S> {
    Misuse(Misuse),
    /// The meter has stopped the work.
    Stop(S),
}
