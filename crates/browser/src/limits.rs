//! What limits say to the host of a bot, as JSON.

use referee::Limits;
use serde::Serialize;

/// What a bot may use besides the time of its moves.
#[derive(Serialize)]
pub(crate) struct LimitsShape {
    /// Bytes.
    memory: u64,
    /// Bytes.
    log: u64,
    /// Bytes of the end of a log beyond that.
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
