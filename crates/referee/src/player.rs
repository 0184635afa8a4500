//! The players at the seats: a sandboxed bot, a built-in player or a person.

use std::sync::Arc;

use game::Seat;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::bounded_log::{KeptLog, cut_line};
use crate::{BoundedLog, Failure, Limits, LogMark, Scene, Ticks};

/// A question to a seat.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The seat asked.
    pub seat: Seat,
    /// The part of the match that the seat may see: the header and the game's part.
    pub view: &'a [u8],
    /// The current state of the match. A player may keep a handle while it answers; the referee copies the scene if one
    /// is kept longer.
    pub scene: &'a Arc<Scene>,
    /// Time for this answer: the smaller of the move's limit and the game's remaining time. An answer must have used
    /// less.
    pub limit: Ticks,
    /// Remaining time for the game.
    pub game_left: Ticks,
    /// `true` if the last answer timed out and an offer was played, so a fresh instance is due.
    pub restarted: bool,
}

/// A seat's reply to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The returned code, not yet checked, or the player's failure.
    pub result: Result<i64, Failure>,
    /// The code last offered during this call.
    pub offer: Option<i64>,
    /// Time used, including a failing call.
    pub spent: Ticks,
}

/// A player's log and peak memory at the end of its match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The log: all of it, or its beginning and its end with a line in between that reports the cut.
    #[serde(with = "hash::hex")]
    pub log: Vec<u8>,
    /// The start of each ply's part of the log, in order.
    pub log_marks: Vec<LogMark>,
    /// Number of bytes logged but dropped.
    pub log_dropped: u64,
    /// Peak size of its memory in bytes.
    pub memory_peak: u64,
}

impl Closing {
    /// Keeps a log within the limits.
    pub fn keep_log(&mut self, log: BoundedLog, limits: &Limits) {
        let KeptLog { bytes, marks, dropped } = log.keep(limits);
        (self.log, self.log_marks, self.log_dropped) = (bytes, marks, dropped);
    }

    /// Returns `true` if the log was cut at its end rather than in the middle.
    pub fn ends_in_a_cut(&self) -> bool {
        self.log_dropped > 0 && self.uncut() == self.log.len()
    }

    /// Returns the length of the log before a cut in the middle, or its whole length if there is none.
    pub fn uncut(&self) -> usize {
        let line = cut_line(self.log_dropped);
        let is_cut = |at: &usize| self.log_dropped > 0 && self.log[*at..].starts_with(line.as_bytes());
        (0..self.log.len()).rev().find(is_cut).unwrap_or(self.log.len())
    }

    /// Returns the log written while the player was asked for a ply, counted from 0.
    pub fn logged_in(&self, ply: u32) -> &[u8] {
        let Ok(at) = self.log_marks.binary_search_by_key(&ply, |mark| mark.ply) else { return &[] };
        let end = self.log_marks.get(at + 1).map_or(self.log.len(), |next| next.offset);
        self.log.get(self.log_marks[at].offset..end).unwrap_or_default()
    }
}

/// The host failed. The match is void, neither seat has lost it, and it is retried.
#[derive(Debug, Error)]
#[error("the host failed: {what}")]
pub struct HostFailure {
    what: String,
    #[source]
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl HostFailure {
    /// A failure with its cause.
    pub fn new(
        what: impl Into<String>,
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> HostFailure {
        HostFailure { what: what.into(), source }
    }
}

/// A player that answers at once, on the caller's thread. (A person does not: their answers are passed to the
/// [`Match`](crate::Match) when they arrive.)
pub trait Player: Send {
    /// Answers a question.
    ///
    /// # Errors
    /// When the host failed. Anything the bot itself does is an [`Answer`].
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure>;

    /// Ends the match for this player and returns its log and peak memory.
    fn close(&mut self) -> Closing {
        Closing::default()
    }
}

impl<P: Player + ?Sized> Player for &mut P {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        (**self).choose(ask)
    }

    fn close(&mut self) -> Closing {
        (**self).close()
    }
}
