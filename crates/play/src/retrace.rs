//! Asking a module again what was asked at one seat of a recorded match.
//!
//! The other seat's actions come from the record, and so do the clocks. Where both agree, the module is asked exactly
//! the questions of the match, up to the call in which it failed.

use std::sync::Arc;

use game::{Action, Dice, PerSeat, Seat, TextError, ply_number};
use job::{MatchSettings, SeatMatch};
use referee::{Closing, Failure, HostFailure, Match, Played, Player, Ticks};
use replay::{Recording, Replay, ReplayError};
use sandbox::{Bot, Sandbox};
use thiserror::Error;

/// One seat of a recorded match, with the module that is asked again.
pub struct Retrace<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seat.
    pub seat: Seat,
    /// The module.
    pub bot: &'a Bot,
    /// The settings text that it is given.
    pub text: Arc<str>,
    /// The key of the seat's random stream.
    pub dice: [u8; 32],
    /// What is recorded.
    pub course: &'a SeatMatch,
}

/// What came of asking again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetraceSummary {
    /// The number of answers that are as recorded.
    pub answers: u32,
    /// The question after which there is nothing more to compare; `None` if the seat answered as recorded to the end.
    pub last: Option<LastAnswer>,
    /// What the module left behind.
    pub closing: Closing,
}

/// An answer that differs from the record, or the one in which the seat failed by the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastAnswer {
    /// The ply, from 0.
    pub ply: u32,
    /// The text of the position.
    pub position: String,
    /// What is recorded: an action in notation, or how the seat failed.
    pub recorded: Result<String, Failure>,
    /// What came out here, in the same form.
    pub here: Result<String, Failure>,
    /// The time used here.
    pub spent: Ticks,
}

impl LastAnswer {
    /// Whether the seat failed here as it did by the record.
    pub fn is_same_fault(&self) -> bool {
        match (&self.recorded, &self.here) {
            (Err(recorded), Err(here)) => recorded.fault == here.fault,
            _ => false,
        }
    }
}

/// Why a match cannot be retraced.
#[derive(Debug, Error)]
pub enum RetraceError {
    /// The start position cannot be read.
    #[error("the start position cannot be read")]
    Start(#[from] TextError),
    /// The record cannot be replayed.
    #[error("the record cannot be replayed")]
    Record(#[from] ReplayError),
    /// The record has no action where a seat was to act.
    #[error("the record has no action of a seat that was to act in ply {ply}")]
    Unanswered {
        /// The number of the ply, from 1.
        ply: u32,
    },
    /// The seat is said to have failed where it was not asked.
    #[error("the record says that the seat failed in ply {ply}, where it was not to act")]
    NotAsked {
        /// The number of the ply, from 1.
        ply: u32,
    },
    /// The host failed.
    #[error(transparent)]
    Host(#[from] HostFailure),
    /// Another process could not do it, in its words.
    #[error("{0}")]
    Elsewhere(String),
}

impl Retrace<'_> {
    /// Asks the module, ply by ply, until an answer differs from the record or the record ends.
    ///
    /// # Errors
    /// When the record is not one of a match, or the host failed.
    pub fn run(&self, sandbox: &Sandbox) -> Result<RetraceSummary, RetraceError> {
        self.check()?;
        let dice = Dice::from_key(self.dice);
        let mut player = sandbox.player(self.bot, dice, self.seat, &self.text, &self.settings.limits);
        let mut playing = self.settings.begin(self.start)?;
        let mut entries = &self.course.played[..];
        let mut answers = 0;
        let last = loop {
            let ply = playing.scene().ply;
            let (now, rest) = entries.split_at(entries.iter().take_while(|entry| entry.ply == ply).count());
            entries = rest;
            let own = now.iter().find(|entry| entry.seat == self.seat);
            match self.ask(&mut playing, &mut player, own)? {
                Asked::Differs(last) => break Some(last),
                Asked::Answered => answers += 1,
                Asked::No => {}
            }
            if now.is_empty() {
                break None;
            }
            for entry in now {
                playing.answer(entry.seat, entry.answer());
            }
            if playing.scene().ply == ply {
                return Err(RetraceError::Unanswered { ply: ply_number(ply) });
            }
        };
        match &self.course.loss {
            Some(loss) if last.is_none() => Err(RetraceError::NotAsked { ply: ply_number(loss.ply) }),
            _ => Ok(RetraceSummary { answers, last, closing: player.close() }),
        }
    }

    /// Checks that the rules allow what is recorded.
    fn check(&self) -> Result<(), ReplayError> {
        let mut replay = Replay::new(Recording {
            game: self.settings.game,
            rules: &self.settings.rules,
            limits: &self.settings.limits,
            start: self.start,
            played: &self.course.played,
            closings: PerSeat::default(),
        })?;
        while replay.forward()?.is_some() {}
        Ok(())
    }

    /// Asks the module if its seat is to act, and compares its answer with the record.
    fn ask(
        &self,
        playing: &mut Match,
        player: &mut dyn Player,
        own: Option<&Played>,
    ) -> Result<Asked, HostFailure> {
        let recorded = match (own, &self.course.loss) {
            (Some(own), _) => Ok(*own),
            (None, Some(loss)) if loss.ply == playing.scene().ply => Err(loss.failure.clone()),
            // Either it was not to act, or the other seat failed and this one's answer is not on record.
            _ => return Ok(Asked::No),
        };
        if !playing.waiting().contains(self.seat) {
            return Ok(Asked::No);
        }
        let answer = player.choose(playing.ask(self.seat))?;
        let here = playing.judge(self.seat, answer);
        let is_same = |own: &Played| here.ruling == Ok(own.action) && here.offered == own.offered;
        if recorded.as_ref().is_ok_and(is_same) {
            return Ok(Asked::Answered);
        }
        let position = &playing.scene().position;
        let in_words = |action: Action, offered: bool| {
            let text = position.format_action(self.seat, action);
            if offered { format!("{text}, an offer") } else { text }
        };
        Ok(Asked::Differs(LastAnswer {
            ply: playing.scene().ply,
            position: position.to_string(),
            recorded: recorded.map(|own| in_words(own.action, own.offered)),
            here: here.ruling.map(|action| in_words(action, here.offered)),
            spent: here.spent,
        }))
    }
}

/// What came of one ply.
enum Asked {
    /// The seat was not asked.
    No,
    /// It answered as recorded.
    Answered,
    /// It failed or failed by the record, or answered differently.
    Differs(LastAnswer),
}
