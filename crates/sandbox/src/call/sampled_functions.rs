//! Samples of a module's functions.
//!
//! The engine checks the fuel at the start of a function or of a loop iteration. It can be woken there after any
//! given amount of fuel, and then knows the fuel used and the current place. Shortly before a sample is due, it is
//! woken at each of these places. The sample belongs to the last place before it is due: to the function whose code
//! ran then, and not to the loop that comes next.

use wasmtime::{AsContext, AsContextMut, Result, Store, StoreContextMut, UpdateDeadline, WasmBacktrace};

use crate::sampling::{FunctionFrame, Mode, SampledStack, Sampler, SharedSampler, locked};
use crate::seat::SeatState;

/// Fuel before a sample from which every place is checked: longer than nearly all code without a loop or a call.
const NEAR: u64 = 1_024;

/// Sets up waking for a store whose functions are sampled; its engine must be one for sampling.
pub(crate) fn prepare(store: &mut Store<SeatState>) -> Result<()> {
    let is_sampled = |sampler: &SharedSampler| matches!(locked(sampler).mode, Mode::Functions(_));
    if store.data().sampler.as_ref().is_some_and(is_sampled) {
        store.epoch_deadline_callback(wake);
    }
    begin(store.as_context_mut())
}

/// Makes the next call wake at every place if its functions are sampled.
pub(crate) fn begin(mut context: StoreContextMut<'_, SeatState>) -> Result<()> {
    let Some(sampler) = context.data().sampler.clone() else { return Ok(()) };
    let mut sampler = locked(&sampler);
    let Mode::Functions(waking) = &mut sampler.mode else { return Ok(()) };
    waking.interval = 1;
    context.fuel_async_yield_interval(Some(1))?;
    context.set_epoch_deadline(1);
    Ok(())
}

/// Handles a wake-up. The code has just yielded, so the engine knows its fuel.
fn wake(mut context: StoreContextMut<'_, SeatState>) -> Result<UpdateDeadline> {
    let Some(sampler) = context.data().sampler.clone() else { return Ok(UpdateDeadline::Continue(1)) };
    let left = context.get_fuel()?;
    let used = context.data().begun_with.saturating_sub(left);
    let mut sampler = locked(&sampler);
    if sampler.distance(used) == 0 {
        let last = sampler.last().unwrap_or_else(|| stack(&context, false));
        sampler.take(used, &last);
    }
    let distance = sampler.distance(used);
    let is_near = distance <= 2 * NEAR;
    if let Mode::Functions(waking) = &mut sampler.mode {
        waking.last = is_near.then(|| stack(&context, false));
        // An interval counts from the next wake-up. After a long one, the code must wake at every place.
        let next = if is_near || waking.interval > 1 { 1 } else { distance - NEAR };
        let before = std::mem::replace(&mut waking.interval, next);
        set_interval(&mut context, left, before, next)?;
    }
    Ok(UpdateDeadline::Continue(1))
}

/// Changes the interval of a store whose code has just yielded. That code has taken an interval of fuel with it
/// (`before`, or all remaining fuel), which the store no longer has.
fn set_interval(
    context: &mut StoreContextMut<'_, SeatState>,
    left: u64,
    before: u64,
    next: u64,
) -> Result<()> {
    if before == next {
        return Ok(());
    }
    let taken = before.min(left);
    let mut context = context.as_context_mut();
    context.fuel_async_yield_interval(Some(next))?;
    // The store sets aside an interval from this amount, which the code will overwrite with the amount it has taken.
    context.set_fuel(left - taken + next)
}

/// Takes a sample that falls into a host call, after the call was charged for.
pub(super) fn in_host_call(context: &StoreContextMut<'_, SeatState>, sampler: &mut Sampler, used: u64) {
    if sampler.distance(used) == 0 {
        sampler.take(used, &stack(context, true));
    }
}

/// Returns the running functions, innermost first; the innermost may wait for a host call.
fn stack(context: &StoreContextMut<'_, SeatState>, calls_host: bool) -> SampledStack {
    let mut frames = frames(context);
    if let Some(innermost) = frames.first_mut() {
        innermost.calls_host = calls_host;
    }
    SampledStack::Functions(frames)
}

/// Returns the running functions of the module, innermost first.
pub(super) fn frames(context: &impl AsContext<Data = SeatState>) -> Vec<FunctionFrame> {
    let shift = context.as_context().data().code_shift as isize;
    let trace = WasmBacktrace::force_capture(context);
    let frame = |frame: &wasmtime::FrameInfo| FunctionFrame {
        function: frame.func_index(),
        offset: frame.module_offset().map(|offset| offset.saturating_add_signed(shift) as u64),
        calls_host: false,
    };
    trace.frames().iter().map(frame).collect()
}
