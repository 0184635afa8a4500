//! Reasons why a call does not complete.

use crate::positions::Misuse;

/// Reasons why a call does not complete.
pub(crate) enum Halt<S> {
    Misuse(Misuse),
    /// The meter stopped the work.
    Stop(S),
}
