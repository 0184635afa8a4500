//! The clock of this machine.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::Moment;

impl Moment {
    /// Returns the current time of this machine.
    pub fn now() -> Moment {
        // A clock before 1970 is wrong. The record never goes back behind its last entry.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Moment::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}
