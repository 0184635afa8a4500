//! Actions as codes.

use crate::{PerSeat, Seat, SeatSet};

/// The action of one seat in one ply, as a code below 2^53.
///
/// Bits 48 to 52 hold the kind, bits 0 to 47 the payload. Bits that a kind does not use are zero, so every action has
/// exactly one code. The game's [`Layout`](crate::Layout) lists its kinds and payloads. Kind 31 is an
/// outcome of [chance](Action::chance).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u64);

impl Action {
    /// Codes are below this limit: 2^53, the first integer whose successor a JavaScript number cannot hold.
    pub const LIMIT: u64 = 1 << 53;
    const KIND_SHIFT: u32 = 48;
    /// The kind of outcomes of chance. No game has an action of this kind.
    pub const CHANCE: u8 = 31;
    const OUTCOME_BITS: u32 = 32;

    /// The action of a kind (0 to 31) with a payload (48 bits).
    ///
    /// # Panics
    /// When kind or payload has more bits than that. This is a mistake in a game, found by its first test.
    pub const fn new(kind: u8, payload: u64) -> Action {
        assert!(kind < 32 && payload < 1 << Self::KIND_SHIFT);
        Action((kind as u64) << Self::KIND_SHIFT | payload)
    }

    /// An outcome of chance, from 0, which the given seats may know. The payload is the outcome in bits 0 to 31 and the
    /// seats in bits 32 and 33.
    pub const fn chance(outcome: u32, seen_by: SeatSet) -> Action {
        Action::new(Self::CHANCE, (seen_by.bits() as u64) << Self::OUTCOME_BITS | outcome as u64)
    }

    /// Returns the outcome of chance and the seats that may know it; `None` for an action of a seat.
    pub const fn as_chance(self) -> Option<(u32, SeatSet)> {
        if self.kind() != Self::CHANCE {
            return None;
        }
        let seats = SeatSet::from_bits((self.payload() >> Self::OUTCOME_BITS) as u8);
        Some((self.payload() as u32, seats))
    }

    /// Returns the action of a code; `None` if the code is 2^53 or more. It need not be an action of any game.
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

/// The actions of one ply: `Some` for exactly the seats that the phase names. A ply of chance has its outcome at the
/// first seat's place.
pub type Joint = PerSeat<Option<Action>>;

impl Joint {
    /// Returns the joint action of an alternating ply.
    pub fn single(seat: Seat, action: Action) -> Joint {
        let mut joint = Joint::default();
        joint[seat] = Some(action);
        joint
    }

    /// Returns the ply of an outcome of chance.
    pub fn chance(outcome: u32, seen_by: SeatSet) -> Joint {
        Joint::single(Seat::First, Action::chance(outcome, seen_by))
    }

    /// Returns the joint action of a simultaneous ply.
    pub const fn both(first: Action, second: Action) -> Joint {
        PerSeat::new(Some(first), Some(second))
    }
}
