//! A match that is to be played.

use game::PerSeat;

use crate::{EntrantId, MatchKey};

/// A match that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Which match it is.
    pub key: MatchKey,
    /// Who sits where.
    pub seats: PerSeat<EntrantId>,
    /// The start position, by its index in the stage's list; `None` if the stage has no list.
    pub opening: Option<u32>,
    /// The seed of everything random in the match.
    pub seed: [u8; 32],
}
