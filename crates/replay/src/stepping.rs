//! Steps through a match, forwards and back.

use game::Position;
use referee::Clocks;

use crate::{Frame, Ply, Recording, ReplayError};

/// Number of plies between two kept positions. Going back replays fewer plies than this.
const KEPT_EVERY: u32 = 64;

/// A recorded match at one of its plies.
///
/// A ply is checked before it is played, so an illegal record leads only to an error.
#[derive(Clone)]
pub struct Replay<'a> {
    recording: Recording<'a>,
    cursor: Cursor,
}

/// The place of a replay without the recording, for callers that keep the recording themselves and borrow it for each
/// look.
#[derive(Clone)]
pub struct Cursor {
    now: Moment,
    /// The moments at plies 0, 64, 128 and so on that have been reached.
    kept: Vec<Moment>,
}

/// The state between two plies.
#[derive(Clone)]
pub(crate) struct Moment {
    pub(crate) ply: u32,
    /// Number of entries of the record that have been played.
    pub(crate) entries: usize,
    pub(crate) position: Box<dyn Position>,
    pub(crate) clocks: Clocks,
}

impl<'a> Replay<'a> {
    /// A replay before the first ply.
    ///
    /// # Errors
    /// When the text of the start position cannot be read.
    pub fn new(recording: Recording<'a>) -> Result<Replay<'a>, ReplayError> {
        let position = recording.first_position()?;
        let clocks = Clocks::new(recording.limits.clock);
        let now = Moment { ply: 0, entries: 0, position, clocks };
        Ok(Replay { recording, cursor: Cursor { now, kept: Vec::new() } })
    }

    /// Restores the replay with this cursor. The recording must be the same, but may have grown.
    pub fn with_cursor(recording: Recording<'a>, cursor: Cursor) -> Replay<'a> {
        Replay { recording, cursor }
    }

    /// Returns the replay's place without its recording.
    pub fn into_cursor(self) -> Cursor {
        self.cursor
    }

    /// The recording of this replay.
    pub fn recording(&self) -> &Recording<'a> {
        &self.recording
    }

    /// The visible state at the current ply.
    pub fn frame(&self) -> Frame<'_> {
        Frame::new(&self.recording, &self.cursor.now)
    }

    /// Returns the next recorded ply, checked; `None` at the end.
    ///
    /// # Errors
    /// When the ply cannot be played here.
    pub fn next_ply(&self) -> Result<Option<Ply<'a>>, ReplayError> {
        let now = &self.cursor.now;
        let number = now.ply;
        let Some(ply) = Ply::of_recording(&self.recording, now.entries, number)? else {
            return Ok(None);
        };
        let wrong = |why| ReplayError::Ply { ply: game::ply_number(number), why };
        now.position.check(&ply.joint).map_err(wrong)?;
        Ok(Some(ply))
    }

    /// Plays the next ply and returns it; `None` at the end.
    ///
    /// # Errors
    /// When the ply cannot be played here. The replay stays where it is.
    pub fn forward(&mut self) -> Result<Option<Ply<'a>>, ReplayError> {
        let next = self.next_ply()?;
        if let Some(ply) = &next {
            self.advance(ply);
        }
        Ok(next)
    }

    /// Plays the ply that [`Replay::next_ply`] has just returned.
    ///
    /// # Panics
    /// May panic, or continue with a wrong position, if given any other ply.
    pub fn advance(&mut self, ply: &Ply<'a>) {
        let Moment { ply: number, entries, position, clocks } = &mut self.cursor.now;
        position.apply(&ply.joint);
        for played in ply.played {
            clocks.charge(played.seat, played.spent, played.offered);
        }
        *number += 1;
        *entries += ply.played.len();
    }

    /// Goes forwards or back to a ply: 0 is the start, [`Recording::plies`] the end.
    ///
    /// # Errors
    /// When there is no such ply, or a ply on the way cannot be played.
    pub fn seek(&mut self, ply: u32) -> Result<(), ReplayError> {
        let plies = self.recording.plies();
        if ply > plies {
            return Err(ReplayError::NoSuchPly { ply, plies });
        }
        self.start_near(ply)?;
        while self.cursor.now.ply < ply {
            if self.cursor.now.ply == self.cursor.kept.len() as u32 * KEPT_EVERY {
                self.cursor.kept.push(self.cursor.now.clone());
            }
            if self.forward()?.is_none() {
                return Err(ReplayError::NoSuchPly { ply, plies: self.cursor.now.ply });
            }
        }
        Ok(())
    }

    /// Goes to the last kept moment before a ply, unless the replay is already nearer.
    fn start_near(&mut self, ply: u32) -> Result<(), ReplayError> {
        let index = (ply / KEPT_EVERY) as usize;
        if let Some(near) = self.cursor.kept.get(index.min(self.cursor.kept.len().saturating_sub(1))) {
            if self.cursor.now.ply > ply || self.cursor.now.ply < near.ply {
                self.cursor.now = near.clone();
            }
        } else if self.cursor.now.ply > 0 {
            // Nothing is kept while a match is only stepped forwards.
            let start = Replay::new(self.recording)?;
            self.cursor.now = start.cursor.now;
        }
        Ok(())
    }
}
