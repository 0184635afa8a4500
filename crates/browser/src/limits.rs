//! The limits that concern the host of a bot, as JSON.

use referee::Limits;
use serde::Serialize;

/// The limits of a bot, except the time for its moves.
#[derive(Serialize)]
pub(crate) struct LimitsShape {
    /// Maximum size of the memory in bytes.
    memory: u64,
    /// Maximum number of bytes kept of a log's beginning.
    log: u64,
    /// Maximum number of bytes kept of a log's end beyond that.
    #[serde(rename = "logEnd")]
    log_end: u64,
    /// Ticks for the start of an instance.
    start: u64,
}

impl From<Limits> for LimitsShape {
    fn from(limits: Limits) -> LimitsShape {
        LimitsShape {
            memory: limits.memory,
            log: limits.log,
            log_end: limits.log_end(),
            start: limits.start.0,
        }
    }
}
