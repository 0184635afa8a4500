//! The host calls of the module `muster`.

use game::Action;
use referee::history::{RECORD, record};
use wasmtime::{Caller, Engine, Linker, Result};

use super::host_call::{self, charge, spent};
use super::memory::{memory, span};
use super::program::conversation;
use super::sampled_script;
use super::{positions, rules, wasi};
use crate::interface::{MODULE, SETTINGS_MAX};
use crate::seat::SeatState;
use crate::{HostError, prices};

/// Returns a linker with all host calls, for one engine.
pub(crate) fn linker(engine: &Engine) -> Result<Linker<SeatState>, HostError> {
    let mut linker = Linker::new(engine);
    add(&mut linker)
        .and_then(|()| positions::add(&mut linker))
        .and_then(|()| wasi::add(&mut linker))
        .map_err(|error| HostError::engine(&error))?;
    Ok(linker)
}

/// Returns a linker with all host calls and the standard streams of programs.
pub(crate) fn linker_of_programs(engine: &Engine) -> Result<Linker<SeatState>, HostError> {
    let mut linker = linker(engine)?;
    linker.allow_shadowing(true);
    conversation::add(&mut linker).map_err(|error| HostError::engine(&error))?;
    Ok(linker)
}

/// Returns a linker with the host calls of the rules of games.
pub(crate) fn linker_of_rules(engine: &Engine) -> Result<Linker<SeatState>, HostError> {
    let mut linker = linker(engine)?;
    linker.allow_shadowing(true);
    rules::add(&mut linker).map_err(|error| HostError::engine(&error))?;
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
        let left = caller.data().limit.minus(spent).nanos();
        sampled_script::remaining(&mut caller, left)
    })?;
    linker.func_wrap(MODULE, "game_remaining", |mut caller: Caller<'_, SeatState>| -> Result<u64> {
        charge(&mut caller, prices::CALL)?;
        let spent = spent(&caller)?;
        Ok(caller.data().game_left.minus(spent).nanos())
    })?;
    Ok(())
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
    charge(&mut caller, prices::CALL)?;
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let Some(scene) = &state.scene else { return Ok(0) };
    let count = scene.history(state.seat).count();
    let written = count.min(cap as usize);
    let bytes = span(bytes, pointer, (written * RECORD) as u64)?;
    for (bytes, played) in bytes.chunks_exact_mut(RECORD).zip(scene.history(state.seat)) {
        bytes.copy_from_slice(&record(played));
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
    host_call::log(&mut caller, pointer, length, SeatState::write_log)
}
