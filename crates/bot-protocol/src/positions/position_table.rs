//! All positions of a bot.

use std::error::Error;

use game::{Action, Dice, Position};

use crate::positions::halt::Halt;
use crate::positions::misuse::{MISUSE_WORK, sentence};
use crate::positions::perform::Step;
use crate::positions::slots::Slots;
use crate::positions::{Asked, Call, Meter, Misuse};

/// The positions of a bot at a seat. They end with the answer ([`Positions::begin`]).
pub struct Positions {
    pub(crate) slots: Slots,
    /// The latest misuse, in words.
    pub(crate) error: String,
    /// The first host failure since the question.
    pub(crate) host_failure: Option<String>,
    /// Scratch space for listings.
    pub(crate) legal: Vec<Action>,
}

impl Default for Positions {
    /// Returns no positions: the bot has not been asked yet.
    fn default() -> Positions {
        let mut slots = Slots::default();
        slots.begin(0);
        Positions { slots, error: String::new(), host_failure: None, legal: Vec::new() }
    }
}

impl Positions {
    /// Forgets every position when the bot is asked for a ply.
    pub fn begin(&mut self, ply: u32) {
        self.slots.begin(ply);
        self.error.clear();
        self.host_failure = None;
    }

    /// Returns the position with a handle; `None` if the bot holds none.
    pub fn position(&self, handle: i32) -> Option<&dyn Position> {
        self.slots.get::<()>(handle).ok().map(|held| &*held.position)
    }

    /// The latest misuse, in words; empty if there was none since the question.
    pub fn error(&self) -> &str {
        &self.error
    }

    /// The first failure of the host while it ran the rules of a game from a file, since the question. It voids the
    /// match, regardless of the bot's answer.
    pub fn host_failure(&self) -> Option<&str> {
        self.host_failure.as_deref()
    }

    /// Records a failure of the host.
    pub(crate) fn note_host_failure(&mut self, failure: Option<&dyn Error>) {
        if let Some(failure) = failure {
            self.host_failure.get_or_insert_with(|| failure.to_string());
        }
    }

    /// Records a misuse that has been charged, and returns its code.
    pub fn misused(&mut self, misuse: &Misuse) -> i32 {
        self.error = sentence(misuse);
        misuse.code()
    }

    /// Performs a call of a bot. Returns a number of at least 0, or the code of a [`Misuse`], and leaves any further
    /// output in `reply`. If there is a reply, the result counts its units ([`Call::unit`]).
    ///
    /// `asked` is the current question; `None` while the bot starts. Never panics, regardless of the bot's input.
    ///
    /// # Errors
    /// When the meter stops the work.
    pub fn perform<M: Meter>(
        &mut self,
        call: Call<'_>,
        asked: Option<Asked<'_>>,
        dice: &mut Dice,
        meter: &mut M,
        reply: &mut Vec<u8>,
    ) -> Result<i32, M::Stop> {
        reply.clear();
        if call == Call::Error {
            meter.charge(self.error.len() as u64)?;
            reply.extend_from_slice(self.error.as_bytes());
            return Ok(reply.len() as i32);
        }
        let Some(asked) = asked else {
            meter.charge(MISUSE_WORK)?;
            return Ok(self.misused(&Misuse::NotAsked));
        };
        let work = asked.game.work();
        let step = Step { positions: self, asked, work, dice, meter: &mut *meter, reply: &mut *reply };
        match step.perform(call) {
            Ok(result) => Ok(result),
            Err(Halt::Stop(stop)) => Err(stop),
            Err(Halt::Misuse(misuse)) => {
                reply.clear();
                meter.charge(MISUSE_WORK)?;
                Ok(self.misused(&misuse))
            }
        }
    }
}
