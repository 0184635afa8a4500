//! Samples of a script by its own functions and lines.
//!
//! An interpreter counts down jumps or instructions between two checks of the clock. When a call's time runs out, it
//! writes an account of the script's current place (`interpreters/README.md`). Where a sample is due, in a host call
//! or at a yield of the engine, this module sets that counter, so that the next check comes right after the running
//! code. That check is told that no time is left; all others are told that there is plenty. Only the interpreter's
//! own checks are answered like this: a script that asks for its time gets the true answer. The fuel used for an
//! account is refunded.
//!
//! Interpreters stay unchanged, and bots that were built earlier can be sampled too.

use referee::{AccountKind, Fault};
use wasmtime::{AsContext, AsContextMut, Caller, Result, WasmBacktrace};

use super::memory::{buffer, memory, span};
use super::sampled_functions::frames;
use crate::prices;
use crate::sampling::{
    ClockCheckFinder, DueCheck, GuestMemory, LONGEST, Mode, SampledStack, Sampler, ScriptWatch, Site,
    Steering, flags, locked,
};
use crate::seat::{SeatState, Stop};

/// Reported time of a whole call. An interpreter writes its account when a sixteenth is left.
const WHOLE: u64 = 32;
/// A reported time so short that the interpreter checks again as soon as it can, but no less than half of [`WHOLE`]:
/// below that, it takes the check for its last.
const LITTLE: u64 = 16;
/// A reported time so long that the next check comes as late as possible, up to four times as late as the last one.
const PLENTY: u64 = 1 << 40;
/// Fuel between two yields. A yield in the middle of the countdown has no effect, so the next one requests the check
/// again.
const STEP: u64 = 1_000;
/// Fuel between two yields while the interpreter checks before each instruction. Every instruction takes more.
const CLOSE: u64 = 32;
/// Approximate fuel of a check, including its host call. It is refunded, and [`ScriptWatch::corrected`] sets the true
/// amount.
const LOOK: u64 = prices::CALL + 100;

/// Minimum number of flags that an interpreter reads at a check: whether it has notified the script, and whether the
/// script has offered an action.
const REMEMBERED: usize = 2;

/// Returns the remaining time to report; it is `left` for a seat that is not sampled.
pub(crate) fn remaining(caller: &mut Caller<'_, SeatState>, left: u64) -> Result<u64> {
    let Some(sampler) = caller.data().sampler.clone() else { return Ok(left) };
    let mut sampler = locked(&sampler);
    if !sampler.is_on() {
        return Ok(left);
    }
    let is_look = match &mut sampler.mode {
        Mode::Functions(_) => false,
        Mode::Finding(finding) => return find(finding, caller, left),
        Mode::Script(steering) if steering.has_begun => steering.watch.look == site(caller),
        Mode::Script(steering) => {
            steering.has_begun = true;
            if steering.fresh.is_none() {
                steering.fresh = Some(read(caller, &steering.watch.flags)?);
            }
            let left = caller.get_fuel()?;
            yield_every(caller, steering, left, STEP, 1)?;
            return Ok(WHOLE);
        }
    };
    if is_look { look(caller, &mut sampler) } else { Ok(left) }
}

/// Returns the remaining time to report: zero to a place that may be the interpreter's check. A script that asks for
/// its time does so from a function that reads no flags.
fn find(finding: &mut ClockCheckFinder, caller: &mut Caller<'_, SeatState>, left: u64) -> Result<u64> {
    finding.told = None;
    if !std::mem::replace(&mut finding.has_begun, true) {
        if finding.fresh.is_none() {
            finding.fresh = Some(memory(caller)?.data(&*caller).to_vec());
        }
        return Ok(left);
    }
    let site = site(caller);
    let flags = finding.flags.entry(site.0).or_insert_with(|| flags::flag_addresses(&finding.module, site.0));
    if flags.len() < REMEMBERED || !finding.is_time() {
        return Ok(left);
    }
    let flags = &finding.flags[&site.0];
    let fresh = finding.fresh.as_deref().unwrap_or_default();
    let values: Vec<u8> =
        flags.iter().map(|&at| fresh.get(at as usize).copied().unwrap_or_default()).collect();
    write(caller, flags, &values)?;
    finding.told = Some(site);
    Ok(0)
}

fn look(caller: &mut Caller<'_, SeatState>, sampler: &mut Sampler) -> Result<u64> {
    let cost = sampler.looks();
    let fuel = caller.get_fuel()?.saturating_add(cost).min(caller.data().begun_with);
    caller.set_fuel(fuel)?;
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(LITTLE) };
    let used = caller.data().begun_with - fuel;
    if let Some(due) = &steering.due {
        // The kit was running, which has no account.
        write(caller, &steering.watch.flags, &due.flags)?;
        take_due(sampler, &[]);
    }
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(LITTLE) };
    if !std::mem::replace(&mut steering.has_looked, true) {
        // The script starts here, except for the interpreter's work before its own first check.
        sampler.take(used, &SampledStack::Outside);
    }
    if let Mode::Script(steering) = &mut sampler.mode
        && let Some((before, account)) = steering.ahead.take()
    {
        steering.longest = steering.longest.max(used.saturating_sub(before));
        take(sampler, used, &account);
    }
    let distance = sampler.distance(used);
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(LITTLE) };
    let is_due = distance == 0 || !steering.waiting.is_empty();
    let is_ahead =
        !is_due && distance <= steering.near() && steering.watch.looks_ahead && steering.is_steered();
    if !is_due && !is_ahead {
        aim(caller, sampler, fuel)?;
        let Mode::Script(steering) = &sampler.mode else { return Ok(LITTLE) };
        return Ok(if steering.is_steered() { PLENTY } else { LITTLE });
    }
    let flags = read(caller, &steering.watch.flags)?;
    write(caller, &steering.watch.flags, steering.fresh.as_deref().unwrap_or(&flags))?;
    steering.due = Some(DueCheck { left: fuel, used, flags, is_ahead });
    // The kit has no account; in that case, the next check is requested.
    yield_every(caller, steering, fuel, STEP, 1)?;
    Ok(0)
}

/// Records the samples that fell into a host call and before it, after the call was charged for, and prepares the
/// next sample.
pub(super) fn in_host_call(
    caller: &mut Caller<'_, SeatState>,
    sampler: &mut Sampler,
    left: u64,
    price: u64,
) -> Result<()> {
    let used = caller.data().begun_with.saturating_sub(left);
    let is_due = sampler.distance(used) == 0;
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(()) };
    if !steering.has_looked || steering.due.is_some() || (is_due && steering.watch.look == site(caller)) {
        return Ok(());
    }
    if is_due {
        let before = sampler.pass(used.saturating_sub(price));
        let within = sampler.pass(used);
        let innermost = frames(caller).first().copied();
        let Mode::Script(steering) = &mut sampler.mode else { return Ok(()) };
        steering.waiting.extend([(None, before), (innermost, within)]);
    }
    aim(caller, sampler, left)
}

/// Makes the engine yield where the next sample is due, so that the interpreter checks right after it; at once if
/// samples wait.
fn aim(caller: &mut Caller<'_, SeatState>, sampler: &mut Sampler, left: u64) -> Result<()> {
    let distance = sampler.distance(caller.data().begun_with.saturating_sub(left));
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(()) };
    let far = if steering.watch.looks_ahead { distance.saturating_sub(steering.near()) } else { distance };
    match far {
        _ if distance == 0 || !steering.waiting.is_empty() => yield_every(caller, steering, left, STEP, 0),
        0 => yield_every(caller, steering, left, CLOSE, 1),
        far => yield_every(caller, steering, left, STEP.min(far), far.div_ceil(STEP)),
    }
}

/// Makes the engine yield every `interval` units of fuel, and the interpreter check after `yields` of them.
fn yield_every(
    caller: &mut Caller<'_, SeatState>,
    steering: &mut Steering,
    left: u64,
    interval: u64,
    yields: u64,
) -> Result<()> {
    let memory = memory(caller)?;
    steering.want_after(yields, GuestMemory::new(memory, &*caller));
    caller.as_context_mut().fuel_async_yield_interval(Some(interval))?;
    // An interval counts from here.
    caller.set_fuel(left)
}

/// Takes an interpreter's account, which is empty if it gave none. Assigns it to the samples that wait for it, or
/// keeps it for the samples to come.
fn take_due(sampler: &mut Sampler, account: &[String]) {
    let Mode::Script(steering) = &mut sampler.mode else { return };
    let Some(due) = steering.due.take() else { return };
    if !due.is_ahead {
        take(sampler, due.used, account);
    }
    let distance = sampler.distance(due.used);
    let Mode::Script(steering) = &mut sampler.mode else { return };
    if steering.watch.looks_ahead && distance <= steering.near() && !account.is_empty() {
        steering.ahead = Some((due.used, account.to_vec()));
    }
}

/// Takes the samples that are due or waiting.
fn take(sampler: &mut Sampler, used: u64, account: &[String]) {
    sampler.take_waiting(account);
    let stack = match account {
        [] => SampledStack::Outside,
        account => SampledStack::Script { account: account.to_vec(), host_call: None },
    };
    sampler.take(used, &stack);
}

/// Takes a write to standard error if it is the account of a sample, and returns `true` in that case. The fuel that
/// it cost is refunded, and the interpreter's flags are restored, so that it can write another.
pub(crate) fn take_account(
    caller: &mut Caller<'_, SeatState>,
    buffers: u32,
    count: u32,
    written: u32,
) -> Result<bool> {
    let Some(sampler) = caller.data().sampler.clone() else { return Ok(false) };
    let mut sampler = locked(&sampler);
    let is_awaited = match &sampler.mode {
        Mode::Functions(_) => false,
        Mode::Finding(finding) => finding.told.is_some(),
        Mode::Script(steering) => steering.due.is_some(),
    };
    if !is_awaited {
        return Ok(false);
    }
    let mut text = Vec::new();
    for index in 0..count {
        let (pointer, length) = buffer(caller, buffers, index)?;
        let memory = memory(caller)?;
        text.extend_from_slice(span(memory.data_mut(&mut *caller), pointer, length.into())?);
    }
    if AccountKind::of_line(&text) != Some(AccountKind::Time) {
        return Ok(false);
    }
    let memory = memory(caller)?;
    span(memory.data_mut(&mut *caller), written, 4)?.copy_from_slice(&(text.len() as u32).to_le_bytes());
    let lines: Vec<String> = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
    match &mut sampler.mode {
        Mode::Functions(_) => {}
        Mode::Finding(finding) => {
            let flags = finding.told.and_then(|site| finding.flags.get(&site.0)).cloned().unwrap_or_default();
            let counters = words(caller, LONGEST)?;
            finding.found = finding.told.map(|look| ScriptWatch {
                look,
                flags,
                counters,
                looks_ahead: false,
                looks_cost: (LOOK, 1),
            });
            return Err(Stop::new(Fault::Timeout, "what was to be found out is found").into());
        }
        Mode::Script(steering) => {
            if let Some(due) = &steering.due {
                let left = due.left;
                write(caller, &steering.watch.flags, &due.flags)?;
                take_due(&mut sampler, &lines);
                aim(caller, &mut sampler, left)?;
            }
        }
    }
    Ok(true)
}

/// Returns the place that made a host call.
fn site(caller: &Caller<'_, SeatState>) -> Site {
    let trace = WasmBacktrace::force_capture(caller.as_context());
    trace.frames().first().map_or((0, None), |frame| (frame.func_index(), frame.func_offset()))
}

/// Returns the addresses of all words in the bot's memory with this value.
fn words(caller: &mut Caller<'_, SeatState>, value: u32) -> Result<Vec<u32>> {
    let memory = memory(caller)?;
    let words = memory.data(&*caller).chunks_exact(size_of::<u32>());
    let found = words.enumerate().filter(|(_, word)| *word == value.to_le_bytes());
    Ok(found.map(|(index, _)| (index * size_of::<u32>()) as u32).collect())
}

fn read(caller: &mut Caller<'_, SeatState>, addresses: &[u32]) -> Result<Vec<u8>> {
    let memory = memory(caller)?;
    let bytes = memory.data(&*caller);
    Ok(addresses.iter().map(|&at| bytes.get(at as usize).copied().unwrap_or_default()).collect())
}

fn write(caller: &mut Caller<'_, SeatState>, addresses: &[u32], values: &[u8]) -> Result<()> {
    let memory = memory(caller)?;
    let bytes = memory.data_mut(&mut *caller);
    for (&at, &value) in addresses.iter().zip(values) {
        if let Some(byte) = bytes.get_mut(at as usize) {
            *byte = value;
        }
    }
    Ok(())
}
