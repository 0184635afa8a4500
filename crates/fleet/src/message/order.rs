//! Orders to a coordinator.

use serde::{Deserialize, Serialize};

use super::Message;

/// An order to a coordinator, from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Say that it is at work.
    Answer,
    /// Stop handing out matches until it is resumed. Those that workers hold are finished.
    Pause,
    /// Have matches played again.
    Resume,
    /// Have no more matches played, and end as if it had been interrupted.
    Cancel,
}

impl Message for Order {
    const KIND: u8 = 0x71;
}
