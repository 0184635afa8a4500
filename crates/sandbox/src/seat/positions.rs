//! The positions that a bot makes while it answers.

use bot_protocol::positions::Positions;
use game::Dice;

/// The positions that a bot makes while it answers, and buffers for their calls.
pub(crate) struct SeatPositions {
    pub(crate) positions: Positions,
    /// Input of a call.
    pub(crate) input: Vec<u8>,
    pub(crate) reply: Vec<u8>,
    /// Dice for calls that do not draw.
    pub(crate) unused: Dice,
}

impl Default for SeatPositions {
    fn default() -> SeatPositions {
        SeatPositions {
            positions: Positions::default(),
            input: Vec::new(),
            reply: Vec::new(),
            unused: Dice::from_number(0),
        }
    }
}
