//! One recorded ply.

use game::{Joint, PerSeat, Seat, ply_number};
use referee::Played;

use crate::{Recording, ReplayError};

/// One recorded ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<'a> {
    /// The ply's number, from 0.
    pub number: u32,
    /// The actions of the ply.
    pub joint: Joint,
    /// The actions with their times, the first seat's first.
    pub played: &'a [Played],
    /// Each seat's log while it was asked for the ply.
    pub logs: PerSeat<&'a [u8]>,
}

impl<'a> Ply<'a> {
    /// Returns the ply of a recording with the given number, which begins at the given entry; `None` at the end.
    pub(crate) fn of_recording(
        recording: &Recording<'a>,
        entry: usize,
        number: u32,
    ) -> Result<Option<Ply<'a>>, ReplayError> {
        let entries = recording.played.get(entry..).unwrap_or_default();
        let Some(first) = entries.first() else { return Ok(None) };
        let same = entries.iter().take_while(|entry| entry.ply == first.ply).count();
        let played = &entries[..same];
        let mut joint = Joint::default();
        for entry in played {
            if joint[entry.seat].replace(entry.action).is_some() {
                return Err(ReplayError::Twice { ply: ply_number(number) });
            }
        }
        let logs = PerSeat::from_fn(|seat| recording.logged(seat, number));
        Ok(Some(Ply { number, joint, played, logs }))
    }

    /// Returns the action of a seat; `None` if it does not act in this ply.
    pub fn played_by(&self, seat: Seat) -> Option<&'a Played> {
        self.played.iter().find(|played| played.seat == seat)
    }
}
