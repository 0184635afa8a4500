//! What a bot logged, in lines for a terminal.

use referee::Closing;

use crate::terminal::text::{inert, thousands};

/// The lines of a part of a log, made harmless.
pub(crate) fn lines(log: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(log).lines().map(inert).collect()
}

/// What of a log its limit cut off, if anything.
pub(crate) fn cut(closing: &Closing) -> Option<String> {
    // Nothing is thrown away before the limit is reached exactly.
    let limit = closing.log.len() as u64;
    (closing.log_dropped > 0).then(|| {
        let limit = match limit {
            0 => "0 bytes".to_owned(),
            limit if limit.is_multiple_of(1 << 20) => format!("{} MiB", thousands(limit >> 20)),
            limit if limit.is_multiple_of(1 << 10) => format!("{} KiB", thousands(limit >> 10)),
            limit => format!("{} bytes", thousands(limit)),
        };
        format!("… {} more bytes were cut by the limit of {limit}", thousands(closing.log_dropped))
    })
}
