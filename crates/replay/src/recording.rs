//! The recorded match that a replay reads.

use game::{Game, PerSeat, Position, Rules, Seat};
use referee::{Closing, Limits, Played, transcript};

use crate::ReplayError;

/// A match as it was recorded.
#[derive(Clone, Copy)]
pub struct Recording<'a> {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: &'a Rules,
    /// The limits of the match.
    pub limits: &'a Limits,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// All actions, in order.
    pub played: &'a [Played],
    /// Each player's log; `None` for a seat whose log is unknown here.
    pub closings: PerSeat<Option<&'a Closing>>,
}

impl<'a> Recording<'a> {
    /// The position before the first ply.
    pub(crate) fn first_position(&self) -> Result<Box<dyn Position>, ReplayError> {
        match self.start {
            None => Ok(self.game.start(self.rules)),
            Some(text) => self.game.parse_position(self.rules, text).map_err(ReplayError::Start),
        }
    }

    /// Returns a seat's log while it was asked for a ply, from 0.
    pub(crate) fn logged(&self, seat: Seat, ply: u32) -> &'a [u8] {
        self.closings[seat].map_or(&[], |closing| closing.logged_in(ply))
    }

    /// Number of complete plies.
    pub fn plies(&self) -> u32 {
        transcript::plies(self.played)
    }
}
