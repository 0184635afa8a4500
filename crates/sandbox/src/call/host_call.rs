//! What host calls have in common: they charge their price, check the clock, and find the bot's memory.

use referee::{ClockKind, Fault, Ticks};
use wasmtime::{Caller, Extern, Memory, Result, Trap};

use super::sampled;
use crate::engine::YIELD_INTERVAL;
use crate::interface::MEMORY;
use crate::prices;
use crate::sampling::locked;
use crate::seat::{SeatState, Stop};

/// Charges the price of a host call, and checks the clock once an interval of fuel was used since the last check:
/// setting the fuel delays the engine's own next yield.
pub(crate) fn charge(caller: &mut Caller<'_, SeatState>, price: u64) -> Result<()> {
    let left = caller.get_fuel()?.saturating_sub(price);
    caller.set_fuel(left)?;
    if left == 0 {
        return Err(Trap::OutOfFuel.into());
    }
    if let Some(sampler) = caller.data().sampler.clone() {
        sampled::in_host_call(caller, &mut locked(&sampler), left, price)?;
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
pub(crate) fn spent(caller: &Caller<'_, SeatState>) -> Result<Ticks> {
    let state = caller.data();
    Ok(match state.kind {
        ClockKind::Fuel => Ticks(state.granted.saturating_sub(caller.get_fuel()?)),
        ClockKind::Cpu | ClockKind::Wall => state.watch.elapsed(),
    })
}

/// The bot's memory. Its handle is kept once the instance has started; a start function runs before that.
pub(crate) fn memory(caller: &mut Caller<'_, SeatState>) -> Result<Memory> {
    if let Some(memory) = caller.data().memory {
        return Ok(memory);
    }
    match caller.get_export(MEMORY) {
        Some(Extern::Memory(memory)) => Ok(memory),
        _ => Err(Stop::new(Fault::BadPointer, "the bot has no memory").into()),
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

/// Address and length of one buffer of a read or write.
pub(crate) fn buffer(caller: &mut Caller<'_, SeatState>, buffers: u32, index: u32) -> Result<(u32, u32)> {
    const ENTRY: u32 = 8;
    let memory = memory(caller)?;
    let at = buffers
        .checked_add(index * ENTRY)
        .ok_or_else(|| Stop::new(Fault::BadPointer, format!("a list of buffers at address {buffers}")))?;
    let entry = span(memory.data_mut(caller), at, ENTRY.into())?;
    let word =
        |from: usize| u32::from_le_bytes([entry[from], entry[from + 1], entry[from + 2], entry[from + 3]]);
    Ok((word(0), word(4)))
}

/// Logs a text in this way and charges for it. An address outside memory is reported as such, whatever it would cost.
pub(crate) fn log(
    caller: &mut Caller<'_, SeatState>,
    pointer: u32,
    length: u32,
    write: fn(&mut SeatState, &[u8]),
) -> Result<()> {
    let memory = memory(caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut *caller);
    let text = span(bytes, pointer, length.into())?;
    write(state, text);
    charge(caller, u64::from(length) * prices::BYTE)
}
