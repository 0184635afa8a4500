//! Repeats the questions to one seat of a recorded match.
//!
//! The other seat's actions and the clocks come from the record. As long as the answers agree, the module is asked
//! exactly the questions of the match, up to the call in which it failed.

use std::ops::ControlFlow;
use std::sync::Arc;

use explain::with_causes;
use game::{Action, Dice, PerSeat, ply_number};
use job::{MatchSettings, SeatRecord};
use referee::{Closing, Failure, HostFailure, Match, Played, Player, Ticks};
use replay::{Recording, Replay, ReplayError};
use sandbox::{Bot, Sandbox};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One seat of a recorded match, with the module to ask again.
pub struct Retrace<'a> {
    /// Game, rule options and limits.
    pub settings: &'a MatchSettings,
    /// The record of the seat.
    pub record: &'a SeatRecord,
    /// All actions of the match, decoded from the record.
    pub played: &'a [Played],
    /// The module.
    pub bot: &'a Bot,
    /// The last question.
    pub until: RetraceEnd,
}

/// The point at which a retrace ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RetraceEnd {
    /// The first answer that differs from the record.
    Difference,
    /// The end of the match, regardless of the answers. The module comments on the match.
    Match,
}

/// The result of asking again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetraceSummary {
    /// Number of answers that agree with the record.
    pub answers: u32,
    /// The last answer, if it differs from the record or the seat failed; `None` if all answers agree to the end.
    pub last: Option<LastAnswer>,
    /// The module's log and memory use.
    pub closing: Closing,
}

/// An answer that differs from the record, or the one in which the seat failed according to the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastAnswer {
    /// The ply, from 0.
    pub ply: u32,
    /// The text of the position.
    pub position: String,
    /// The recorded answer: an action in notation, or the failure of the seat.
    pub recorded: Result<String, Failure>,
    /// The new answer, in the same form.
    pub here: Result<String, Failure>,
    /// The time of the new answer.
    pub spent: Ticks,
}

impl LastAnswer {
    /// Returns `true` if the seat failed with the recorded fault.
    pub fn is_same_fault(&self) -> bool {
        match (&self.recorded, &self.here) {
            (Err(recorded), Err(here)) => recorded.fault == here.fault,
            _ => false,
        }
    }
}

/// A reason why a match cannot be retraced.
#[derive(Debug, Error)]
pub enum RetraceError {
    /// The record is not one of a match. Another process reports any of its errors in this way.
    #[error("{0}")]
    Record(String),
    /// The host failed.
    #[error(transparent)]
    Host(#[from] HostFailure),
}

impl Retrace<'_> {
    /// Asks the module ply by ply until the record ends, the module fails or, with [`RetraceEnd::Difference`], an
    /// answer differs from the record.
    ///
    /// # Errors
    /// Returns an error if the record is not one of a match, or the host failed.
    pub fn run(&self, sandbox: &Sandbox) -> Result<RetraceSummary, RetraceError> {
        self.check().map_err(|error| {
            RetraceError::Record(format!("cannot replay the record: {}", with_causes(&error)))
        })?;
        let SeatRecord { ref start, seat, dice, ref settings, .. } = *self.record;
        let (dice, text) = (Dice::from_key(dice), Arc::from(settings.as_str()));
        let mut player = sandbox.player(self.bot, dice, seat, &text, &self.settings.limits);
        let unreadable =
            |error| RetraceError::Record(format!("cannot read the start position: {}", with_causes(&error)));
        let mut playing = self.settings.begin(start.as_deref()).map_err(unreadable)?;
        let mut entries = self.played;
        let mut answers = 0;
        let last = loop {
            let ply = playing.scene().ply;
            let (now, rest) = entries.split_at(entries.iter().take_while(|entry| entry.ply == ply).count());
            entries = rest;
            let own = now.iter().find(|entry| entry.seat == seat);
            match self.ask(&mut playing, &mut player, own)? {
                ControlFlow::Break(last) => break Some(last),
                ControlFlow::Continue(is_as_recorded) => answers += u32::from(is_as_recorded),
            }
            if now.is_empty() {
                break None;
            }
            for entry in now {
                playing.answer(entry.seat, entry.answer());
            }
            if playing.scene().ply == ply {
                let ply = ply_number(ply);
                let what = format!("the record lacks the action of a seat that acts in ply {ply}");
                return Err(RetraceError::Record(what));
            }
        };
        match &self.record.loss {
            Some(loss) if last.is_none() => {
                let ply = ply_number(loss.ply);
                let what =
                    format!("the record shows a failure of the seat in ply {ply}, in which it does not act");
                Err(RetraceError::Record(what))
            }
            _ => Ok(RetraceSummary { answers, last, closing: player.close() }),
        }
    }

    /// Checks that the rules allow the recorded actions.
    fn check(&self) -> Result<(), ReplayError> {
        let mut replay = Replay::new(Recording {
            game: self.settings.game,
            rules: &self.settings.rules,
            limits: &self.settings.limits,
            start: self.record.start.as_deref(),
            played: self.played,
            closings: PerSeat::default(),
        })?;
        while replay.forward()?.is_some() {}
        Ok(())
    }

    /// Asks the module if its seat is to act, and compares its answer with the record. Continues with
    /// `true` if it answered as recorded and `false` if it was not asked; breaks with an answer that differs or is a
    /// failure.
    fn ask(
        &self,
        playing: &mut Match,
        player: &mut dyn Player,
        own: Option<&Played>,
    ) -> Result<ControlFlow<LastAnswer, bool>, HostFailure> {
        let recorded = match (own, &self.record.loss) {
            (Some(own), _) => Ok(*own),
            (None, Some(loss)) if loss.ply == playing.scene().ply => Err(loss.failure.clone()),
            // Either it was not to act, or the other seat failed and the record does not have this seat's answer.
            _ => return Ok(ControlFlow::Continue(false)),
        };
        let seat = self.record.seat;
        if playing.awaits_chance() || !playing.waiting().contains(seat) {
            return Ok(ControlFlow::Continue(false));
        }
        let answer = player.choose(playing.ask(seat))?;
        let goes_on = self.until == RetraceEnd::Match && answer.result.is_ok();
        let here = playing.judge(seat, answer);
        let is_same = |own: &Played| here.ruling == Ok(own.action) && here.offered == own.offered;
        if recorded.as_ref().is_ok_and(is_same) {
            return Ok(ControlFlow::Continue(true));
        }
        if goes_on {
            return Ok(ControlFlow::Continue(false));
        }
        let position = &playing.scene().position;
        let in_words = |action: Action, offered: bool| {
            let text = position.format_action(seat, action);
            if offered { format!("{text}, an offer") } else { text }
        };
        Ok(ControlFlow::Break(LastAnswer {
            ply: playing.scene().ply,
            position: position.to_string(),
            recorded: recorded.map(|own| in_words(own.action, own.offered)),
            here: here.ruling.map(|action| in_words(action, here.offered)),
            spent: here.spent,
        }))
    }
}
