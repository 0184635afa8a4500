//! The actions of a match as the bytes in the ledger.
//!
//! One version byte, then for each action in order: a head byte (bit 0 the seat, bit 1 set for a played offer, bit 2
//! set if it belongs to the same ply as the action before, bits 3 to 7 the action's kind), the action's payload and the
//! ticks it used, both in LEB128.
//!
//! An outcome of chance is an action of kind 31 ([`Action::chance`]) at the first seat's place, which used no time.
//!
//! In a ply of both seats the first seat's action comes first, so a later action of the same ply is never the first
//! seat's. Decoding rejects that head, bit 2 without bit 0.

use game::{Action, Seat};
use thiserror::Error;

use crate::leb128::{Unreadable, pull, push};
use crate::{Played, Ticks};

const VERSION: u8 = 1;
const OFFERED: u8 = 2;
const SAME_PLY: u8 = 4;

/// Bytes that are not a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TranscriptError {
    /// The first byte is not a known version.
    #[error("transcript version {found:?} is not known here, only {VERSION}")]
    UnknownVersion {
        /// The byte; `None` if there are no bytes.
        found: Option<u8>,
    },
    /// It ends in the middle of an action.
    #[error("the transcript ends in the middle of action {index}")]
    Truncated {
        /// The action, from 0.
        index: usize,
    },
    /// A second action of the first seat in one ply.
    #[error("action {index} of the transcript is the first seat's second one in a ply")]
    Twice {
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

/// Returns the bytes of a transcript.
pub fn encode(played: &[Played]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(1 + played.len() * 5);
    bytes.push(VERSION);
    let mut last_ply = None;
    for entry in played {
        let same = if last_ply == Some(entry.ply) { SAME_PLY } else { 0 };
        let offered = if entry.offered { OFFERED } else { 0 };
        bytes.push(entry.seat.index() as u8 | offered | same | entry.action.kind() << 3);
        push(&mut bytes, entry.action.payload());
        push(&mut bytes, entry.spent.0);
        last_ply = Some(entry.ply);
    }
    bytes
}

/// Returns the number of complete plies of some actions.
pub fn plies(played: &[Played]) -> u32 {
    played.last().map_or(0, |last| last.ply.saturating_add(1))
}

/// Decodes a transcript.
///
/// # Errors
/// When the bytes are not a transcript. The size of the input bounds the size of the result.
pub fn decode(bytes: &[u8]) -> Result<Vec<Played>, TranscriptError> {
    let mut played = Vec::with_capacity(bytes.len() / 3);
    for action in actions(bytes)? {
        played.push(action?);
    }
    Ok(played)
}

/// Returns the actions of a transcript one by one, without building a list.
///
/// # Errors
/// When the bytes are of an unknown version.
pub fn actions(bytes: &[u8]) -> Result<Actions<'_>, TranscriptError> {
    match bytes.split_first() {
        Some((&VERSION, rest)) => Ok(Actions { rest, index: 0, ply: 0 }),
        _ => Err(TranscriptError::UnknownVersion { found: bytes.first().copied() }),
    }
}

/// The actions of a transcript, decoded lazily. Nothing follows an error.
#[derive(Clone, Debug)]
pub struct Actions<'a> {
    rest: &'a [u8],
    /// Index of the next action, from 0.
    index: usize,
    /// Ply of the previous action.
    ply: u32,
}

impl Iterator for Actions<'_> {
    type Item = Result<Played, TranscriptError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (&head, rest) = self.rest.split_first()?;
        self.rest = rest;
        let read = self.read(head);
        if read.is_err() {
            self.rest = &[];
        }
        self.index += 1;
        Some(read)
    }
}

impl Actions<'_> {
    fn read(&mut self, head: u8) -> Result<Played, TranscriptError> {
        let index = self.index;
        let unreadable = |why| match why {
            Unreadable::Truncated => TranscriptError::Truncated { index },
            Unreadable::TooLarge => TranscriptError::BadNumber { index },
        };
        if head & SAME_PLY != 0 && head & 1 == 0 {
            return Err(TranscriptError::Twice { index });
        }
        let payload = pull(&mut self.rest).map_err(unreadable)?;
        let spent = Ticks(pull(&mut self.rest).map_err(unreadable)?);
        if payload >= 1 << 48 {
            return Err(TranscriptError::BadNumber { index });
        }
        if index > 0 && head & SAME_PLY == 0 {
            self.ply += 1;
        }
        let seat = if head & 1 == 0 { Seat::First } else { Seat::Second };
        let action = Action::new(head >> 3, payload);
        Ok(Played { ply: self.ply, seat, action, spent, offered: head & OFFERED != 0 })
    }
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
                    let same = same && second;
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
        fn actions_come_one_by_one_up_to_an_error(played in entries(), cut in any::<prop::sample::Index>()) {
            let bytes = encode(&played);
            let bytes = &bytes[..=cut.index(bytes.len())];
            let whole: Result<Vec<Played>, _> = actions(bytes).unwrap().collect();
            prop_assert_eq!(&whole, &decode(bytes));
            let mut read: Vec<_> = actions(bytes).unwrap().collect();
            if whole.is_err() {
                prop_assert_eq!(read.pop().and_then(Result::err), whole.err());
            }
            let read: Vec<Played> = read.into_iter().map(Result::unwrap).collect();
            prop_assert!(played.starts_with(&read));
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

    #[test]
    fn a_second_action_of_the_first_seat_in_a_ply_is_refused() {
        let of = |seat, ply| Played { ply, seat, action: Action::new(3, 7), spent: Ticks(5), offered: false };
        let mut bytes = encode(&[of(Seat::First, 0), of(Seat::Second, 0), of(Seat::First, 1)]);
        // Heads are at 1, 4 and 7, because payloads and times here take one byte.
        assert_eq!(decode(&bytes).map(|played| played.len()), Ok(3));
        bytes[4] &= !1;
        assert_eq!(decode(&bytes), Err(TranscriptError::Twice { index: 1 }));
        bytes[4] |= 1;
        bytes[7] |= SAME_PLY;
        let error = decode(&bytes).unwrap_err();
        assert_eq!(error.to_string(), "action 2 of the transcript is the first seat's second one in a ply");
    }
}
