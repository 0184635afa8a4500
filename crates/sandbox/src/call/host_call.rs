//! Charges and logs of all host calls. Each call pays its price and checks the clock.

use referee::{ClockKind, Ticks};
use wasmtime::{Caller, Result, Trap};

use super::memory::{memory, span};
use super::sampled;
use crate::engine::YIELD_INTERVAL;
use crate::prices;
use crate::sampling::locked;
use crate::seat::{SeatState, Stop};

/// Charges the price of a host call. Checks the clock if an interval of fuel was used since the last check, because
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

/// Returns the time used by this call so far.
pub(crate) fn spent(caller: &Caller<'_, SeatState>) -> Result<Ticks> {
    let state = caller.data();
    Ok(match state.kind {
        ClockKind::Fuel => Ticks(state.granted.saturating_sub(caller.get_fuel()?)),
        ClockKind::Cpu | ClockKind::Wall => state.watch.elapsed(),
    })
}

/// Logs a text with `write` and charges for it. An address outside memory is reported before its cost matters.
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
