//! Actions as codes.

use crate::{PerSeat, Seat};

/// What one seat does in one ply, as a code below 2^53.
///
/// Bits 48 to 52 hold the kind, bits 0 to 47 the payload; bits that a kind does not use are zero, so that
/// an action has one code. Which kinds and payloads there are is the game's [`Layout`](crate::Layout).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u64);

impl Action {
    /// Codes are below this: 2^53, the first integer whose successor a JavaScript number cannot hold.
    pub const LIMIT: u64 = 1 << 53;
    const KIND_SHIFT: u32 = 48;

    /// The action of a kind (0 to 31) with a payload (48 bits).
    ///
    /// # Panics
    /// When kind or payload has more bits than that: a mistake in a game, found by its first test.
    pub const fn new(kind: u8, payload: u64) -> Action {
        assert!(kind < 32 && payload < 1 << Self::KIND_SHIFT);
        Action((kind as u64) << Self::KIND_SHIFT | payload)
    }

    /// The action of a code, if the code is below 2^53. It need not be an action of any game.
    pub const fn from_code(code: u64) -> Option<Action> {
        if code < Self::LIMIT { Some(Action(code)) } else { None }
    }

    /// The code.
    pub const fn code(self) -> u64 {
        self.0
    }

    /// The kind, 0 to 31.
    pub const fn kind(self) -> u8 {
        (self.0 >> Self::KIND_SHIFT) as u8
    }

    /// The payload, below 2^48.
    pub const fn payload(self) -> u64 {
        self.0 & ((1 << Self::KIND_SHIFT) - 1)
    }
}

/// The actions of one ply: `Some` for exactly the seats that the phase names.
pub type Joint = PerSeat<Option<Action>>;

impl Joint {
    /// The joint action of an alternating ply.
    pub fn single(seat: Seat, action: Action) -> Joint {
        let mut joint = Joint::default();
        joint[seat] = Some(action);
        joint
    }

    /// The joint action of a simultaneous ply.
    pub const fn both(first: Action, second: Action) -> Joint {
        PerSeat::new(Some(first), Some(second))
    }
}
