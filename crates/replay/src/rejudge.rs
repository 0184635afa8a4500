//! Judges a recorded match again by the referee and the rules.
//!
//! A bot's behaviour on a clock other than fuel cannot be reproduced, and neither can the fault `slow`. But its
//! consequences under the rules can. The referee receives the recorded actions, then the failures, as far as they are
//! possible where they are recorded. The result must equal the record.

use game::{Action, PerSeat, Seat};
use referee::{Answer, Ask, Closing, Failure, Fault, Loss, Match, MatchSeed, Played, Record, Ticks};
use thiserror::Error;

use crate::{Recording, ReplayError};

/// Maximum number of numbers in a failure's detail that are tried as the failing answer.
const NUMBERS: usize = 64;

/// The record of a match without its actions.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    /// Each seat's failure; `None` if it did not fail.
    pub losses: PerSeat<Option<&'a Loss>>,
    /// Total time of each seat, including a failing call.
    pub spent: PerSeat<Ticks>,
    /// `true` for each seat with a bot. Built-in players do not fail.
    pub has_bot: PerSeat<bool>,
    /// The seed of the outcomes of chance; `None` if it is unknown, so that any outcome is accepted.
    pub luck: Option<MatchSeed>,
    /// Each player's log and peak memory. They do not depend on the rules, and go into the record unchanged.
    pub closings: PerSeat<Closing>,
}

/// Reasons why a match cannot have been played as recorded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RejudgeError {
    /// The start position cannot be read.
    #[error(transparent)]
    Start(#[from] ReplayError),
    /// An action is by a seat that is not to act there.
    #[error("action {index} is by a seat that is not to act")]
    NotAsked {
        /// The index of the action, from 0.
        index: usize,
    },
    /// An outcome of chance is not the one that the dice of the match give.
    #[error("the outcome of chance in ply {} is not that of the dice", game::ply_number(*ply))]
    OtherLuck {
        /// The ply, from 0.
        ply: u32,
    },
    /// No seat failed, and the game continues after the last action.
    #[error("the record ends before the game does")]
    Unfinished,
    /// A seat is to act, but has no possible action.
    #[error("{seat} has no action")]
    NoAction {
        /// The seat.
        seat: Seat,
    },
    /// A seat cannot have failed in this way here.
    #[error("{seat} cannot have failed by {fault}: {why}")]
    Impossible {
        /// The seat.
        seat: Seat,
        /// The recorded fault.
        fault: Fault,
        /// The reason why that is impossible.
        why: Impossible,
    },
}

/// Reasons why a failure is impossible at its place in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Impossible {
    /// The seat had no bot.
    #[error("there is no bot in the seat")]
    NoBot,
    /// A timeout in a call that had time left.
    #[error("it had time left")]
    TimeLeft,
    /// A fault of starting a bot, in a call that does not start one.
    #[error("its instance had already started")]
    Started,
    /// A fault of an answer, but no number in the failure's detail fails in this way here.
    #[error("no recorded answer fails in this way here")]
    NoSuchAnswer,
}

/// Judges a recorded match again and returns the resulting record.
///
/// # Errors
/// When the match cannot have been played as recorded.
pub fn rejudge(recording: &Recording<'_>, claim: Claim<'_>) -> Result<Record, RejudgeError> {
    let mut playing = Match::new(recording.game, recording.first_position()?, *recording.limits);
    if let Some(luck) = claim.luck {
        playing = playing.with_luck(luck);
    }
    for (index, action) in recording.played.iter().enumerate() {
        // The dice have played the plies of chance.
        if let Some(drawn) = playing.scene().played.get(index) {
            if drawn != action {
                return Err(RejudgeError::OtherLuck { ply: drawn.ply });
            }
            continue;
        }
        if !playing.waiting().contains(action.seat) {
            return Err(RejudgeError::NotAsked { index });
        }
        playing.answer(action.seat, action.answer());
    }
    let asked = playing.waiting();
    if asked.iter().all(|seat| claim.losses[seat].is_none()) && !asked.is_empty() {
        return Err(RejudgeError::Unfinished);
    }
    for seat in asked.iter() {
        let answer = match claim.losses[seat] {
            Some(loss) => failed(&mut playing, recording, claim.has_bot, (seat, loss))?,
            None => untold(&mut playing, recording, claim.spent[seat], seat)?,
        };
        playing.answer(seat, answer);
    }
    playing.into_record(claim.closings).ok_or(RejudgeError::Unfinished)
}

/// Returns the answer of a seat that did not fail in the last ply while the other one did. It is not in the transcript;
/// only its time is known.
fn untold(
    playing: &mut Match,
    recording: &Recording<'_>,
    spent_in_all: Ticks,
    seat: Seat,
) -> Result<Answer, RejudgeError> {
    let action = some_action(playing, seat).ok_or(RejudgeError::NoAction { seat })?;
    let told = recording.played.iter().filter(|played| played.seat == seat);
    let told = told.fold(Ticks::ZERO, |sum, played| sum + played.spent);
    let spent = spent_in_all.minus(told);
    let offered = spent >= playing.ask(seat).limit;
    Ok(Played { ply: playing.scene().ply, seat, action, spent, offered }.answer())
}

fn some_action(playing: &Match, seat: Seat) -> Option<Action> {
    let mut actions = Vec::new();
    playing.scene().position.legal_actions(seat, &mut actions);
    actions.first().copied()
}

/// Returns the answer of a seat that failed as recorded, if that is possible.
fn failed(
    playing: &mut Match,
    recording: &Recording<'_>,
    has_bot: PerSeat<bool>,
    (seat, loss): (Seat, &Loss),
) -> Result<Answer, RejudgeError> {
    let fault = loss.failure.fault;
    let impossible = |why| RejudgeError::Impossible { seat, fault, why };
    if !has_bot[seat] {
        return Err(impossible(Impossible::NoBot));
    }
    let Ask { limit, restarted, .. } = playing.ask(seat);
    let starts = restarted || !recording.played.iter().any(|played| played.seat == seat);
    let result = match fault {
        Fault::Timeout if loss.spent < limit => return Err(impossible(Impossible::TimeLeft)),
        Fault::StartTimeout | Fault::BadBuffer if !starts => return Err(impossible(Impossible::Started)),
        Fault::IllegalAction | Fault::BadAnswer => Ok(told_code(playing, recording, seat, &loss.failure)
            .ok_or_else(|| impossible(Impossible::NoSuchAnswer))?),
        _ => Err(loss.failure.clone()),
    };
    Ok(Answer { result, offer: None, spent: loss.spent })
}

/// Returns the answer that the referee refused: the number in the failure's detail that fails in exactly this way here.
fn told_code(playing: &Match, recording: &Recording<'_>, seat: Seat, failure: &Failure) -> Option<i64> {
    let scene = playing.scene();
    let is_told = |code: &i64| {
        let mut again = Match::new(scene.game, scene.position.clone(), *recording.limits);
        for asked in again.waiting().iter() {
            let action = some_action(&again, asked).map_or(0, |action| action.code() as i64);
            let code = if asked == seat { *code } else { action };
            again.answer(asked, Answer { result: Ok(code), offer: None, spent: Ticks::ZERO });
        }
        let record = again.into_record(PerSeat::default());
        let loss = record.as_ref().and_then(|record| record.losses[seat].as_deref());
        loss.is_some_and(|loss| loss.failure == *failure)
    };
    let numbers = failure.detail.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
    numbers.filter_map(|word| word.parse().ok()).take(NUMBERS).find(is_told)
}
