//! A bot's log in lines for a terminal.

use crate::text::{inert, thousands};
use referee::Closing;

/// Returns the lines of a part of a log, made harmless.
pub fn lines(log: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(log).lines().map(inert).collect()
}

/// Returns the last lines of a part of a log, made harmless. A log may have megabytes of line breaks, or one line of
/// as many bytes, so no more is read than may be shown.
pub fn last_lines(log: &[u8], most: usize) -> Vec<String> {
    const BYTES: usize = 16 << 10;
    let end = log.strip_suffix(b"\n").unwrap_or(log);
    let breaks = end.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n').map(|(index, _)| index + 1);
    let near = end.len().saturating_sub(BYTES);
    let start = breaks.take_while(|index| *index > near).nth(most.saturating_sub(1)).unwrap_or(near);
    lines(&log[start..])
}

/// Returns a line with the number of bytes cut from the end of a log. The log itself states cuts in its middle.
pub fn cut(closing: &Closing) -> Option<String> {
    // A log is cut only after it has reached its limit exactly.
    let limit = closing.log.len() as u64;
    closing.ends_in_a_cut().then(|| {
        let limit = match limit {
            0 => "0 bytes".to_owned(),
            limit if limit.is_multiple_of(1 << 20) => format!("{} MiB", thousands(limit >> 20)),
            limit if limit.is_multiple_of(1 << 10) => format!("{} KiB", thousands(limit >> 10)),
            limit => format!("{} bytes", thousands(limit)),
        };
        format!("… {} more bytes were cut at the limit of {limit}", thousands(closing.log_dropped))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_of_a_log_are_those_of_the_whole_log() {
        for log in ["", "one", "one\n", "one\ntwo", "one\ntwo\n", "\n\n\n", "a\n\nb\nc\nd\n"] {
            let whole = lines(log.as_bytes());
            for most in 1..6 {
                let last = &whole[whole.len().saturating_sub(most)..];
                assert_eq!(last_lines(log.as_bytes(), most), last, "{most} of {log:?}");
            }
        }
    }

    /// Regression: `muster why` did not end on a log of 250 MB.
    #[test]
    fn of_a_huge_log_only_the_end_is_read() {
        assert_eq!(last_lines(&vec![b'\n'; 1 << 20], 8), vec![String::new(); 8]);
        assert_eq!(last_lines(&vec![b'x'; 1 << 20], 8).concat().len(), 16 << 10);
    }
}
