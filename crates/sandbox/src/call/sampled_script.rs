//! Samples of a script by its own functions and lines.
//!
//! An interpreter looks at the clock after some jumps or instructions, and when a call's time runs out writes an account of
//! where the script is (`interpreters/README.md`). The fewer are left, the sooner it looks again. So it is told that there
//! is plenty of time while no sample is near, little when one is, and none when it is due. Only the interpreter's own looks
//! are answered like this: a script that asks for its time is told the truth. What an account costs is given back.
//!
//! Interpreters stay as they are, and bots that were built earlier can be sampled as well.

use referee::{AccountKind, Fault};
use wasmtime::{AsContext, Caller, Result, WasmBacktrace};

use super::host_call::{buffer, memory, span};
use crate::prices;
use crate::sampling::{Due, Finding, Mode, Next, SampledStack, Sampler, Site, flags, locked};
use crate::seat::{SeatState, Stop};

/// What a call's time is said to be. An interpreter speaks up when a sixteenth is left.
const WHOLE: u64 = 32;
/// So little that the next look comes as soon as possible, and more than a sixteenth.
const LITTLE: u64 = 3;
/// So much that the next look comes as late as possible, four times as late as the last one.
const PLENTY: u64 = 1 << 40;
/// About the fuel of a look, with the call of the host: it is given back.
const LOOK: u64 = prices::CALL + 100;

/// What an interpreter remembers at a look, at least: whether it has told the script, and whether the script has offered an
/// action.
const REMEMBERED: usize = 2;

/// What the time that is left is said to be; it is `left` where nobody samples.
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
            return Ok(WHOLE);
        }
    };
    if is_look { look(caller, &mut sampler) } else { Ok(left) }
}

/// What is said to be left; nothing to a place that may be the one. A script that asks for its time does so from a function
/// that remembers nothing.
fn find(finding: &mut Finding, caller: &mut Caller<'_, SeatState>, left: u64) -> Result<u64> {
    finding.told = None;
    if !std::mem::replace(&mut finding.has_begun, true) {
        if finding.fresh.is_none() {
            finding.fresh = Some(memory(caller)?.data(&*caller).to_vec());
        }
        return Ok(left);
    }
    let site = site(caller);
    let flags = finding.flags.entry(site.0).or_insert_with(|| flags::of(&finding.module, site.0));
    if flags.len() < REMEMBERED {
        return Ok(left);
    }
    let fresh = finding.fresh.as_deref().unwrap_or_default();
    let values: Vec<u8> =
        flags.iter().map(|&at| fresh.get(at as usize).copied().unwrap_or_default()).collect();
    write(caller, flags, &values)?;
    finding.told = Some(site);
    Ok(0)
}

fn look(caller: &mut Caller<'_, SeatState>, sampler: &mut Sampler) -> Result<u64> {
    let fuel = caller.get_fuel()?.saturating_add(LOOK).min(caller.data().begun_with);
    caller.set_fuel(fuel)?;
    let used = caller.data().begun_with - fuel;
    take_due(sampler, &SampledStack::Outside);
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(LITTLE) };
    let is_first = !std::mem::replace(&mut steering.has_looked, true);
    if is_first {
        // Nearly all of this was used before the script began.
        sampler.take(used, &SampledStack::Outside);
    }
    let distance = sampler.distance(used);
    let Mode::Script(steering) = &mut sampler.mode else { return Ok(LITTLE) };
    if distance > 0 {
        return Ok(match steering.steer(used, distance) {
            Next::Late => PLENTY,
            Next::Soon => LITTLE,
        });
    }
    let flags = read(caller, &steering.watch.flags)?;
    write(caller, &steering.watch.flags, steering.fresh.as_deref().unwrap_or(&flags))?;
    steering.await_account(Due { left: fuel, used, flags });
    Ok(0)
}

/// Takes the sample that waits.
fn take_due(sampler: &mut Sampler, stack: &SampledStack) {
    if let Mode::Script(steering) = &mut sampler.mode
        && let Some(due) = steering.due.take()
    {
        sampler.take(due.used, stack);
    }
}

/// Takes what an interpreter writes to standard error if it is the account of a sample, and returns its length. Then the fuel
/// that it cost is given back, and the interpreter has forgotten that it wrote it.
pub(crate) fn take_account(
    caller: &mut Caller<'_, SeatState>,
    buffers: u32,
    count: u32,
) -> Result<Option<u32>> {
    let Some(sampler) = caller.data().sampler.clone() else { return Ok(None) };
    let mut sampler = locked(&sampler);
    let is_awaited = match &sampler.mode {
        Mode::Functions(_) => false,
        Mode::Finding(finding) => finding.told.is_some(),
        Mode::Script(steering) => steering.due.is_some(),
    };
    if !is_awaited {
        return Ok(None);
    }
    let mut text = Vec::new();
    for index in 0..count {
        let (pointer, length) = buffer(caller, buffers, index)?;
        let memory = memory(caller)?;
        text.extend_from_slice(span(memory.data_mut(&mut *caller), pointer, length.into())?);
    }
    if AccountKind::of_line(&text) != Some(AccountKind::Time) {
        return Ok(None);
    }
    match &mut sampler.mode {
        Mode::Functions(_) => {}
        Mode::Finding(finding) => {
            finding.found = finding.told;
            return Err(Stop::new(Fault::Timeout, "what was to be found out is found").into());
        }
        Mode::Script(steering) => {
            if let Some(due) = &steering.due {
                caller.set_fuel(due.left)?;
                write(caller, &steering.watch.flags, &due.flags)?;
            }
        }
    }
    let lines = String::from_utf8_lossy(&text).lines().map(str::to_owned).collect();
    take_due(&mut sampler, &SampledStack::Script(lines));
    Ok(Some(text.len() as u32))
}

/// Where a host call was called.
fn site(caller: &Caller<'_, SeatState>) -> Site {
    let trace = WasmBacktrace::force_capture(caller.as_context());
    trace.frames().first().map_or((0, None), |frame| (frame.func_index(), frame.func_offset()))
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
