//! What a coordinator is told to do.

use serde::{Deserialize, Serialize};

use super::Message;

/// What a coordinator is told to do, by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Say that it is at work.
    Answer,
    /// Have no more matches played until it is told to resume. Those that workers hold are played to the end.
    Pause,
    /// Have matches played again.
    Resume,
    /// Have no more matches played, and end as if it had been interrupted.
    Cancel,
}

impl Message for Order {
    const KIND: u8 = 0x71;
}
