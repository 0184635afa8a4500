//! Seats and viewers as numbers.

use game::Seat;

use crate::EngineError;

/// The number that stands for the winner of a draw.
const NOBODY: u32 = 2;
/// The number of the viewer that sees everything.
pub(crate) const EVERYBODY: u32 = 2;

pub(crate) fn seat(number: u32) -> Result<Seat, EngineError> {
    Seat::from_index(number as usize).ok_or(EngineError::NotASeat(number))
}

/// Returns the seat through whose eyes a match is seen; `None` sees everything.
pub(crate) fn viewer(number: u32) -> Result<Option<Seat>, EngineError> {
    if number == EVERYBODY { Ok(None) } else { seat(number).map(Some) }
}

/// Returns the seat that won; `None` for a draw.
pub(crate) fn winner(number: u32) -> Result<Option<Seat>, EngineError> {
    if number == NOBODY { Ok(None) } else { seat(number).map(Some) }
}
