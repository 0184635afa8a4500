//! The host calls of a game's rules. A script reads its request as the text of the position to play in, and answers by
//! reading a text. The interpreters of bots can therefore run rules unchanged.

use referee::Fault;
use wasmtime::{Caller, Error, Linker, Result};

use super::host_call::charge;
use super::memory::{memory, span};
use crate::interface::{MODULE, WASI};
use crate::prices;
use crate::seat::{SeatState, Stop};

/// Bytes of the longest answer. Tournaments keep no positions, so only the host needs this memory.
pub(crate) const MOST_ANSWER: u64 = 1 << 20;
/// The only position that rules see: their request.
const REQUEST: i32 = 1;

type Rules<'a> = Caller<'a, SeatState>;

/// Defines the calls in place of those of bots.
pub(super) fn add(linker: &mut Linker<SeatState>) -> Result<()> {
    linker.func_wrap(MODULE, "position_here", |mut rules: Rules<'_>, _: u32, _: u32| -> Result<i32> {
        charge(&mut rules, prices::CALL)?;
        Ok(REQUEST)
    })?;
    linker.func_wrap(MODULE, "position_release", |mut rules: Rules<'_>, _: i32| -> Result<i32> {
        charge(&mut rules, prices::CALL)?;
        Ok(0)
    })?;
    linker.func_wrap(MODULE, "position_text", request)?;
    linker.func_wrap(MODULE, "position_read", answer)?;
    linker.func_wrap(MODULE, "random", |_: Rules<'_>| -> Result<u64> { Err(no_dice()) })?;
    linker.func_wrap(WASI, "random_get", |_: Rules<'_>, _: i32, _: i32| -> Result<i32> { Err(no_dice()) })?;
    Ok(())
}

/// Copies as much of the request as fits, and returns its length.
fn request(mut rules: Rules<'_>, _: i32, pointer: u32, cap: u32) -> Result<i32> {
    let memory = memory(&mut rules)?;
    let (bytes, state) = memory.data_and_store_mut(&mut rules);
    let request = state.rules.as_ref().map_or(&[][..], |exchange| &exchange.request);
    let copied = request.len().min(cap as usize);
    span(bytes, pointer, copied as u64)?.copy_from_slice(&request[..copied]);
    let length = request.len() as i32;
    charge(&mut rules, prices::CALL + copied as u64 * prices::BYTE)?;
    Ok(length)
}

fn answer(mut rules: Rules<'_>, pointer: u32, length: u32) -> Result<i32> {
    if u64::from(length) > MOST_ANSWER {
        return Err(too_long(length.into()).into());
    }
    charge(&mut rules, prices::CALL + u64::from(length) * prices::BYTE)?;
    let memory = memory(&mut rules)?;
    let (bytes, state) = memory.data_and_store_mut(&mut rules);
    if let Some(exchange) = &mut state.rules {
        exchange.answer.clear();
        exchange.answer.extend_from_slice(span(bytes, pointer, length.into())?);
    }
    Ok(REQUEST)
}

/// The failure of an answer with more than [`MOST_ANSWER`] bytes.
pub(crate) fn too_long(length: u64) -> Stop {
    let what = format!("the answer has {length} bytes: at most {MOST_ANSWER} are allowed");
    Stop::new(Fault::BadAnswer, what)
}

fn no_dice() -> Error {
    Stop::new(Fault::BadAnswer, "rules draw no random numbers: return chance(n) from turn").into()
}
