//! The recorded match that a replay is made from.

use game::{Game, Position, Rules};
use referee::{Limits, Played};

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
}

impl Recording<'_> {
    /// The position before the first ply.
    pub(crate) fn first_position(&self) -> Result<Box<dyn Position>, ReplayError> {
        match self.start {
            None => Ok(self.game.start(self.rules)),
            Some(text) => self.game.parse_position(self.rules, text).map_err(ReplayError::Start),
        }
    }

    /// The number of complete plies.
    pub fn plies(&self) -> u32 {
        self.played.last().map_or(0, |last| last.ply + 1)
    }
}
