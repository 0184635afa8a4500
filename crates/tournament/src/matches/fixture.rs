//! A match to play.

use game::PerSeat;

use crate::{EntrantId, MatchKey};

/// A match to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The key of the match.
    pub key: MatchKey,
    /// The entrants by seat.
    pub seats: PerSeat<EntrantId>,
    /// The start position, by its index in the stage's list; `None` if the stage has no list.
    pub opening: Option<u32>,
    /// The seed of all randomness in the match.
    pub seed: [u8; 32],
}
