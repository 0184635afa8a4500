//! One recorded ply.

use game::{Joint, Seat, ply_number};
use referee::Played;

use crate::ReplayError;

/// One recorded ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<'a> {
    /// The ply's number, from 0.
    pub number: u32,
    /// The actions of the ply.
    pub joint: Joint,
    /// The actions with the time that each took, the first seat's first.
    pub played: &'a [Played],
}

impl<'a> Ply<'a> {
    /// Returns the ply that the entries begin with, with the given number; `None` when there are no entries.
    pub(crate) fn first_of(entries: &'a [Played], number: u32) -> Result<Option<Ply<'a>>, ReplayError> {
        let Some(first) = entries.first() else { return Ok(None) };
        let same = entries.iter().take_while(|entry| entry.ply == first.ply).count();
        let played = &entries[..same];
        let mut joint = Joint::default();
        for entry in played {
            if joint[entry.seat].replace(entry.action).is_some() {
                return Err(ReplayError::Twice { ply: ply_number(number) });
            }
        }
        Ok(Some(Ply { number, joint, played }))
    }

    /// The action of a seat, if it acts in this ply.
    pub fn of(&self, seat: Seat) -> Option<&'a Played> {
        self.played.iter().find(|played| played.seat == seat)
    }
}
