//! The host calls of the module `muster`.

use game::Action;
use referee::{ClockKind, Fault, Ticks};
use wasmtime::{Caller, Engine, Extern, Linker, Memory, Result, Trap};

use crate::engine::YIELD_INTERVAL;
use crate::interface::{MEMORY, MODULE, SETTINGS_MAX};
use crate::seat::{SeatState, Stop};
use crate::{HostError, prices, wasi};

/// All host calls, for one engine.
pub(crate) fn linker(engine: &Engine) -> Result<Linker<SeatState>, HostError> {
    let mut linker = Linker::new(engine);
    add(&mut linker).and_then(|()| wasi::add(&mut linker)).map_err(|error| HostError::engine(&error))?;
    Ok(linker)
}

fn add(linker: &mut Linker<SeatState>) -> Result<()> {
    linker.func_wrap(MODULE, "legal_actions", legal_actions)?;
    linker.func_wrap(MODULE, "history", history)?;
    linker.func_wrap(MODULE, "settings", settings)?;
    linker.func_wrap(MODULE, "log", log)?;
    linker.func_wrap(MODULE, "random", |mut caller: Caller<'_, SeatState>| -> Result<u64> {
        charge(&mut caller, prices::CALL)?;
        Ok(caller.data_mut().dice.bits())
    })?;
    linker.func_wrap(MODULE, "offer", |mut caller: Caller<'_, SeatState>, action: i64| -> Result<()> {
        charge(&mut caller, prices::CALL)?;
        let state = caller.data_mut();
        if state.asked {
            state.offer = Some(action);
        }
        Ok(())
    })?;
    linker.func_wrap(MODULE, "remaining", |mut caller: Caller<'_, SeatState>| -> Result<u64> {
        charge(&mut caller, prices::CALL)?;
        let spent = spent(&caller)?;
        Ok(caller.data().limit.minus(spent).nanos())
    })?;
    linker.func_wrap(MODULE, "game_remaining", |mut caller: Caller<'_, SeatState>| -> Result<u64> {
        charge(&mut caller, prices::CALL)?;
        let spent = spent(&caller)?;
        Ok(caller.data().game_left.minus(spent).nanos())
    })?;
    Ok(())
}

/// Takes the price of a host call, and looks at the clock when much was taken since the last look: a call
/// sets the fuel anew and so puts off the engine's own next yield.
pub(crate) fn charge(caller: &mut Caller<'_, SeatState>, price: u64) -> Result<()> {
    let left = caller.get_fuel()?.saturating_sub(price);
    caller.set_fuel(left)?;
    if left == 0 {
        return Err(Trap::OutOfFuel.into());
    }
    let state = caller.data_mut();
    if state.looked_at.saturating_sub(left) >= YIELD_INTERVAL {
        state.looked_at = left;
        state.meter.set_fuel(state.begun_with.saturating_sub(left));
        state.watch.look(&state.meter).map_err(|overrun| Stop(overrun.failure()))?;
    }
    Ok(())
}

/// Time used by this call so far.
fn spent(caller: &Caller<'_, SeatState>) -> Result<Ticks> {
    let state = caller.data();
    Ok(match state.kind {
        ClockKind::Fuel => Ticks(state.granted.saturating_sub(caller.get_fuel()?)),
        ClockKind::Cpu | ClockKind::Wall => state.watch.elapsed(),
    })
}

/// The bot's memory. Its handle is kept once the instance stands; a start function runs before that.
pub(crate) fn memory(caller: &mut Caller<'_, SeatState>) -> Result<Memory> {
    if let Some(memory) = caller.data().memory {
        return Ok(memory);
    }
    match caller.get_export(MEMORY) {
        Some(Extern::Memory(memory)) => Ok(memory),
        _ => Err(Stop::new(Fault::BadPointer, "there is no memory").into()),
    }
}

/// The bytes that a bot points to.
pub(crate) fn span(bytes: &mut [u8], pointer: u32, length: u64) -> Result<&mut [u8]> {
    let size = bytes.len();
    usize::try_from(length)
        .ok()
        .and_then(|length| (pointer as usize).checked_add(length))
        .and_then(|end| bytes.get_mut(pointer as usize..end))
        .ok_or_else(|| {
            let detail = format!("{length} bytes at address {pointer}, in a memory of {size} bytes");
            Stop::new(Fault::BadPointer, detail).into()
        })
}

fn legal_actions(mut caller: Caller<'_, SeatState>, pointer: u32, cap: u32) -> Result<u32> {
    charge(&mut caller, prices::CALL + prices::LISTING)?;
    let state = caller.data_mut();
    let mut legal = std::mem::take(&mut state.legal);
    legal.clear();
    if let Some(scene) = &state.scene {
        scene.position.legal_actions(state.seat, &mut legal);
    }
    let count = legal.len();
    let written = write_codes(&mut caller, pointer, &legal[..count.min(cap as usize)]);
    caller.data_mut().legal = legal;
    written?;
    charge(&mut caller, count as u64 * prices::LISTED_ACTION)?;
    Ok(count as u32)
}

fn write_codes(caller: &mut Caller<'_, SeatState>, pointer: u32, actions: &[Action]) -> Result<()> {
    let memory = memory(caller)?;
    let bytes = span(memory.data_mut(caller), pointer, actions.len() as u64 * 8)?;
    for (chunk, action) in bytes.chunks_exact_mut(8).zip(actions) {
        chunk.copy_from_slice(&action.code().to_le_bytes());
    }
    Ok(())
}

fn history(mut caller: Caller<'_, SeatState>, pointer: u32, cap: u32) -> Result<u32> {
    const RECORD: usize = 16;
    charge(&mut caller, prices::CALL)?;
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let Some(scene) = &state.scene else { return Ok(0) };
    let count = scene.history(state.seat).count();
    let written = count.min(cap as usize);
    let bytes = span(bytes, pointer, (written * RECORD) as u64)?;
    for (record, played) in bytes.chunks_exact_mut(RECORD).zip(scene.history(state.seat)) {
        record[..8].copy_from_slice(&played.action.code().to_le_bytes());
        record[8..12].copy_from_slice(&played.ply.to_le_bytes());
        record[12] = played.seat.index() as u8;
        record[13..].fill(0);
    }
    charge(&mut caller, count as u64 * prices::HISTORY_RECORD)?;
    Ok(count as u32)
}

fn settings(mut caller: Caller<'_, SeatState>, pointer: u32, cap: u32) -> Result<u32> {
    let length = caller.data().settings.len().min(SETTINGS_MAX);
    charge(&mut caller, prices::CALL + length as u64 * prices::BYTE)?;
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let written = length.min(cap as usize);
    span(bytes, pointer, written as u64)?.copy_from_slice(&state.settings.as_bytes()[..written]);
    Ok(length as u32)
}

fn log(mut caller: Caller<'_, SeatState>, pointer: u32, length: u32) -> Result<()> {
    charge(&mut caller, prices::CALL)?;
    write_log(&mut caller, pointer, length)
}

/// Keeps a text in the log, at its price. An address outside memory is told as such, whatever it would cost.
pub(crate) fn write_log(caller: &mut Caller<'_, SeatState>, pointer: u32, length: u32) -> Result<()> {
    let memory = memory(caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut *caller);
    let text = span(bytes, pointer, length.into())?;
    state.write_log(text);
    charge(caller, u64::from(length) * prices::BYTE)
}
