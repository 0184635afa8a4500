//! Orders to a coordinator.

use serde::{Deserialize, Serialize};

use super::Message;

/// An order to a coordinator, from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoordinatorOrder {
    /// Confirm that it is at work.
    Answer,
    /// Stop handing out matches until `Resume`. Workers finish the matches that they hold.
    Pause,
    /// Hand out matches again.
    Resume,
    /// Stop handing out matches for good, and end as if interrupted.
    Cancel,
}

impl Message for CoordinatorOrder {
    const KIND: u8 = 0x71;
}
