//! Durations as arguments.

use std::time::Duration;

/// Parses a duration with its unit; 0 needs none.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    config::parse_duration(text).map(|ticks| Duration::from_nanos(ticks.nanos()))
}
