//! Questions to the seats of a match in progress, and their answers, as JSON.

use game::Seat;
use referee::{Answer, Ask, Failure, Fault, Match, Ticks};
use serde::{Deserialize, Serialize};

use crate::EngineError;

/// What a seat is told beside its view.
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

/// An answer. Codes are texts, because a bot may answer with any 64 bits, which a script's number does not hold.
#[derive(Deserialize)]
struct Request {
    code: Option<String>,
    fault: Option<String>,
    #[serde(default)]
    detail: String,
    offer: Option<String>,
    #[serde(default)]
    spent: u64,
}

/// Gives the referee an answer.
pub(crate) fn answer(playing: &mut Match, seat: Seat, json: &[u8]) -> Result<(), EngineError> {
    if !playing.waiting().contains(seat) {
        return Err(EngineError::NotAsked(seat.index()));
    }
    let Request { code, fault, detail, offer, spent } = serde_json::from_slice(json)?;
    let result = match (code, fault) {
        (Some(code), None) => Ok(code_of(&code)?),
        (None, Some(fault)) => Err(Failure::new(fault.parse::<Fault>()?, detail)),
        _ => return Err(EngineError::NoAnswer),
    };
    let offer = offer.as_deref().map(code_of).transpose()?;
    playing.answer(seat, Answer { result, offer, spent: Ticks(spent) });
    Ok(())
}

fn code_of(text: &str) -> Result<i64, EngineError> {
    text.parse().map_err(|_| EngineError::NotACode(text.to_owned()))
}
