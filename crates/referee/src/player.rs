//! What fills a seat: a sandboxed bot, a built-in player, a person.

use std::sync::Arc;

use game::Seat;
use thiserror::Error;

use crate::bounded_log::{KeptLog, cut_line};
use crate::{BoundedLog, Failure, Limits, LogMark, Scene, Ticks};

/// A question to a seat.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The seat asked.
    pub seat: Seat,
    /// What the seat may see: header and the game's part.
    pub view: &'a [u8],
    /// The match as it stands. A player may keep a handle while it answers; the referee copies the scene if
    /// one is kept longer.
    pub scene: &'a Arc<Scene>,
    /// Time for this answer: the smaller of the move's and the game's. An answer must have used less.
    pub limit: Ticks,
    /// What is left of the game's time.
    pub game_left: Ticks,
    /// Whether the last answer timed out and an offer was played, so that a fresh instance is due.
    pub restarted: bool,
}

/// A seat's reply to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The returned code, not yet checked, or how the player failed.
    pub result: Result<i64, Failure>,
    /// The code last offered during this call.
    pub offer: Option<i64>,
    /// Time used, the failing call included.
    pub spent: Ticks,
}

/// What a player leaves behind when its match is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    /// The log: all of it, or its beginning and its end with a line in between that says how much was cut.
    pub log: Vec<u8>,
    /// In which ply each part of the log was written, in order.
    pub log_marks: Vec<LogMark>,
    /// Bytes logged that are not kept.
    pub log_dropped: u64,
    /// Peak size of its memory in bytes.
    pub memory_peak: u64,
}

impl Closing {
    /// Keeps a log, as far as the limits say.
    pub fn keep_log(&mut self, log: BoundedLog, limits: &Limits) {
        let KeptLog { bytes, marks, dropped } = log.keep(limits);
        (self.log, self.log_marks, self.log_dropped) = (bytes, marks, dropped);
    }

    /// Returns `true` if the end of the log is not kept: it was cut there and not in between.
    pub fn ends_in_a_cut(&self) -> bool {
        self.log_dropped > 0 && self.uncut() == self.log.len()
    }

    /// The bytes of the log before a cut in between; all that are kept if there is none.
    pub fn uncut(&self) -> usize {
        let line = cut_line(self.log_dropped);
        let is_cut = |at: &usize| self.log_dropped > 0 && self.log[*at..].starts_with(line.as_bytes());
        (0..self.log.len()).rev().find(is_cut).unwrap_or(self.log.len())
    }

    /// What was logged while the player was asked for a ply, counted from 0.
    pub fn logged_in(&self, ply: u32) -> &[u8] {
        let Ok(at) = self.log_marks.binary_search_by_key(&ply, |mark| mark.ply) else { return &[] };
        let end = self.log_marks.get(at + 1).map_or(self.log.len(), |next| next.offset);
        self.log.get(self.log_marks[at].offset..end).unwrap_or_default()
    }
}

/// The host failed: the match is void, neither seat has lost it, and it is played again.
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

/// A player that answers at once, on the caller's thread. (A person does not: their answers are fed to the
/// [`Match`](crate::Match) when they arrive.)
pub trait Player: Send {
    /// Answers a question.
    ///
    /// # Errors
    /// When the host failed; anything the bot itself does is an [`Answer`].
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure>;

    /// Ends the match for this player and returns what it leaves behind.
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
