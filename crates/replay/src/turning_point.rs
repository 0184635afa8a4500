//! The turning point of a match.

use game::Seat;

use crate::{Frame, Recording, Replay, ReplayError};

/// Returns the ply, from 0, in which the lead in the game's first metric changed for the last time: from one seat to
/// the other, or to or from a tie. `None` if it never changed.
///
/// # Errors
/// When the recording cannot be replayed.
pub fn turning_point(recording: &Recording<'_>) -> Result<Option<u32>, ReplayError> {
    let mut replay = Replay::new(*recording)?;
    let mut lead = leader(&replay.frame());
    let mut turned = None;
    while let Some(ply) = replay.forward()? {
        let now = leader(&replay.frame());
        if now != lead {
            turned = Some(ply.number);
            lead = now;
        }
    }
    Ok(turned)
}

/// Returns the seat that leads in the game's first metric; `None` for a tie.
fn leader(frame: &Frame<'_>) -> Option<Seat> {
    let [first, second] = Seat::BOTH.map(|seat| frame.metrics(seat).first().copied().unwrap_or_default());
    match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Seat::First),
        std::cmp::Ordering::Less => Some(Seat::Second),
        std::cmp::Ordering::Equal => None,
    }
}
