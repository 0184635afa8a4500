//! Questions to the seats of a match in progress, as JSON, and their answers.

use game::Seat;
use referee::{Answer, Ask, Failure, Fault, Match, Ticks};
use serde::Serialize;

use crate::EngineError;
use crate::request::{given, parts, text};

/// The part of a question that is not in the view.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AskShape {
    limit: u64,
    game_left: u64,
    restarted: bool,
}

impl From<Ask<'_>> for AskShape {
    fn from(ask: Ask<'_>) -> AskShape {
        AskShape { limit: ask.limit.0, game_left: ask.game_left.0, restarted: ask.restarted }
    }
}

/// Passes an answer to the referee: ticks spent, the last offered code or nothing, the answered code or nothing, and
/// without a code the fault and its detail.
pub(crate) fn answer(playing: &mut Match, seat: Seat, request: &[u8]) -> Result<(), EngineError> {
    if !playing.waiting().contains(seat) {
        return Err(EngineError::NotAsked(seat.index()));
    }
    let [spent, offer, code, fault, detail] = parts(text(request)?);
    let result = match (given(code), given(fault)) {
        (Some(code), None) => Ok(code_of(code)?),
        (None, Some(fault)) => Err(Failure::new(fault.parse::<Fault>()?, detail)),
        _ => return Err(EngineError::NoAnswer),
    };
    let offer = given(offer).map(code_of).transpose()?;
    let spent = spent.parse().map_err(|_| EngineError::NotTicks(spent.to_owned()))?;
    playing.answer(seat, Answer { result, offer, spent: Ticks(spent) });
    Ok(())
}

fn code_of(text: &str) -> Result<i64, EngineError> {
    text.parse().map_err(|_| EngineError::NotACode(text.to_owned()))
}
