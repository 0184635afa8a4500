//! The actions of a match as bytes: what the ledger keeps.
//!
//! One version byte, then for each action in order: a head byte (bit 0 the seat, bit 1 set for a played offer,
//! bit 2 set when it belongs to the same ply as the action before, bits 3 to 7 the action's kind), the
//! action's payload and the ticks it used, both as LEB128.

use game::{Action, Seat};
use thiserror::Error;

use crate::{Played, Ticks};

const VERSION: u8 = 1;
const OFFERED: u8 = 2;
const SAME_PLY: u8 = 4;

/// Bytes that are no transcript.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranscriptError {
    /// The first byte names no version known here.
    #[error("transcript version {found:?} is not known here, only {VERSION}")]
    UnknownVersion {
        /// The byte, if there is one.
        found: Option<u8>,
    },
    /// It ends in the middle of an action.
    #[error("the transcript ends in the middle of action {index}")]
    Truncated {
        /// The action, from 0.
        index: usize,
    },
    /// A number that does not fit.
    #[error("action {index} of the transcript has a number that does not fit")]
    BadNumber {
        /// The action, from 0.
        index: usize,
    },
}

/// The bytes of a transcript.
pub fn encode(played: &[Played]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + played.len() * 5);
    bytes.push(VERSION);
    let mut last_ply = None;
    for entry in played {
        let same = if last_ply == Some(entry.ply) { SAME_PLY } else { 0 };
        let offered = if entry.offered { OFFERED } else { 0 };
        bytes.push(entry.seat.index() as u8 | offered | same | entry.action.kind() << 3);
        push_number(&mut bytes, entry.action.payload());
        push_number(&mut bytes, entry.spent.0);
        last_ply = Some(entry.ply);
    }
    bytes
}

/// Reads a transcript back.
///
/// # Errors
/// When the bytes are no transcript; the size of the result is bounded by theirs.
pub fn decode(bytes: &[u8]) -> Result<Vec<Played>, TranscriptError> {
    let Some((&VERSION, mut rest)) = bytes.split_first() else {
        return Err(TranscriptError::UnknownVersion { found: bytes.first().copied() });
    };
    let mut played: Vec<Played> = Vec::with_capacity(rest.len() / 3);
    while let Some((&head, tail)) = rest.split_first() {
        rest = tail;
        let index = played.len();
        let payload = pull_number(&mut rest, index)?;
        let spent = Ticks(pull_number(&mut rest, index)?);
        if payload >= 1 << 48 {
            return Err(TranscriptError::BadNumber { index });
        }
        let seat = if head & 1 == 0 { Seat::First } else { Seat::Second };
        let ply = match played.last() {
            None => 0,
            Some(last) if head & SAME_PLY != 0 => last.ply,
            Some(last) => last.ply + 1,
        };
        let action = Action::new(head >> 3, payload);
        played.push(Played { ply, seat, action, spent, offered: head & OFFERED != 0 });
    }
    Ok(played)
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn pull_number(bytes: &mut &[u8], index: usize) -> Result<u64, TranscriptError> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(TranscriptError::Truncated { index })?;
        *bytes = rest;
        let part = u64::from(byte & 0x7F);
        if shift == 63 && part > 1 {
            return Err(TranscriptError::BadNumber { index });
        }
        number |= part << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(TranscriptError::BadNumber { index })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entries() -> impl Strategy<Value = Vec<Played>> {
        let entry = (any::<bool>(), any::<bool>(), any::<bool>(), 0..32u8, 0..1u64 << 48, any::<u64>());
        proptest::collection::vec(entry, 0..40).prop_map(|raw| {
            let mut ply = 0;
            raw.into_iter()
                .enumerate()
                .map(|(index, (second, offered, same, kind, payload, spent))| {
                    ply += u32::from(index > 0 && !same);
                    let seat = if second { Seat::Second } else { Seat::First };
                    Played { ply, seat, action: Action::new(kind, payload), spent: Ticks(spent), offered }
                })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn transcripts_round_trip(played in entries()) {
            prop_assert_eq!(decode(&encode(&played)), Ok(played));
        }

        #[test]
        fn noise_never_panics(mut bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
            if let Some(first) = bytes.first_mut() {
                *first = VERSION;
            }
            if let Ok(played) = decode(&bytes) {
                prop_assert!(played.len() * 3 < bytes.len());
            }
        }
    }

    #[test]
    fn a_transcript_cut_short_is_named() {
        let entry = Played {
            ply: 0,
            seat: Seat::First,
            action: Action::new(1, 300),
            spent: Ticks(5),
            offered: false,
        };
        let bytes = encode(&[entry, Played { ply: 1, ..entry }]);
        assert_eq!(decode(&bytes[..bytes.len() - 1]), Err(TranscriptError::Truncated { index: 1 }));
        assert_eq!(decode(&[]), Err(TranscriptError::UnknownVersion { found: None }));
        assert_eq!(decode(&[9]), Err(TranscriptError::UnknownVersion { found: Some(9) }));
    }
}
