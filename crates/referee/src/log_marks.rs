//! The start of each ply's part of a log, as a value and as the bytes in the ledger.
//!
//! The bytes are pairs of LEB128 numbers in order: the ply, then the offset of its part in the log.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::leb128::{pull, push};

/// The start of a ply's part of a log. A ply without a kept log has no mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogMark {
    /// The ply in which the player was asked, from 0. The start of the instance belongs to the first ply asked.
    pub ply: u32,
    /// Number of bytes of the log before this part.
    pub offset: usize,
}

/// The error for bytes that are not the marks of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the marks of the log cannot be read")]
pub struct LogMarksError;

/// Returns the bytes of a log's marks.
pub fn encode(marks: &[LogMark]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(marks.len() * 4);
    for mark in marks {
        push(&mut bytes, u64::from(mark.ply));
        push(&mut bytes, mark.offset as u64);
    }
    bytes
}

/// Decodes the marks of a log of the given length.
///
/// # Errors
/// When the bytes are not pairs of numbers, plies or offsets do not increase, or a part begins past the end of the log.
pub fn decode(mut bytes: &[u8], length: usize) -> Result<Vec<LogMark>, LogMarksError> {
    let mut marks: Vec<LogMark> = Vec::with_capacity(bytes.len() / 2);
    while !bytes.is_empty() {
        let mut number = || pull(&mut bytes).map_err(|_| LogMarksError);
        let (ply, offset) = (number()?, number()?);
        let mark = LogMark {
            ply: u32::try_from(ply).map_err(|_| LogMarksError)?,
            offset: usize::try_from(offset).map_err(|_| LogMarksError)?,
        };
        let increases = marks.last().is_none_or(|last| last.ply < mark.ply && last.offset < mark.offset);
        if !increases || mark.offset >= length {
            return Err(LogMarksError);
        }
        marks.push(mark);
    }
    Ok(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(ply: u32, offset: usize) -> LogMark {
        LogMark { ply, offset }
    }

    #[test]
    fn marks_round_trip() {
        for marks in [vec![], vec![mark(0, 0)], vec![mark(3, 0), mark(200, 70_000), mark(u32::MAX, 70_001)]] {
            assert_eq!(decode(&encode(&marks), 80_000), Ok(marks));
        }
    }

    #[test]
    fn marks_that_cannot_be_are_refused() {
        let cases = [
            encode(&[mark(3, 0), mark(3, 5)]),
            encode(&[mark(3, 5), mark(4, 5)]),
            encode(&[mark(3, 10)]),
            vec![3],
            vec![3, 0x80],
            vec![0x80, 0x80, 0x80, 0x80, 0x10, 0],
        ];
        for bytes in cases {
            assert_eq!(decode(&bytes, 10), Err(LogMarksError), "{bytes:?}");
        }
    }
}
