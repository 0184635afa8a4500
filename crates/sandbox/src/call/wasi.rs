//! WASI preview 1 for toolchains that insist on importing it. All access is denied, clocks show the seat's own time,
//! and every answer is the same on every host.

use referee::Fault;
use wasmtime::{Caller, FuncType, Linker, Result, Val, ValType};

use super::host_call::{charge, log, spent};
use super::memory::{buffer, memory, span};
use super::sampled_script;
use crate::interface::{Signature, WASI, WASI_FUNCTIONS};
use crate::prices;
use crate::seat::{SeatState, Stop};
use crate::time::virtual_clock;

// Error numbers of WASI preview 1.
const SUCCESS: i32 = 0;
pub(crate) const BAD_FILE: i32 = 8;
const INVALID: i32 = 28;
const NOT_SUPPORTED: i32 = 58;
const NOT_SEEKABLE: i32 = 70;

// The standard streams.
pub(crate) const STANDARD_INPUT: i32 = 0;
pub(crate) const STANDARD_OUTPUT: i32 = 1;
const STANDARD_ERROR: i32 = 2;
/// Maximum number of buffers in one read or write, as in POSIX.
pub(crate) const BUFFERS_MAX: u32 = 1_024;

/// Functions with an implementation of their own; all others are denied.
const ANSWERED: [&str; 13] = [
    "args_sizes_get",
    "args_get",
    "environ_sizes_get",
    "environ_get",
    "clock_res_get",
    "clock_time_get",
    "fd_fdstat_get",
    "fd_write",
    "fd_read",
    "poll_oneoff",
    "proc_exit",
    "random_get",
    "sched_yield",
];

pub(crate) fn add(linker: &mut Linker<SeatState>) -> Result<()> {
    for (name, signature) in WASI_FUNCTIONS {
        if !ANSWERED.contains(&name) {
            deny(linker, name, signature)?;
        }
    }
    // No arguments and no environment: two counts of zero.
    for name in ["args_sizes_get", "environ_sizes_get"] {
        linker.func_wrap(WASI, name, |mut caller: Caller<'_, SeatState>, count: i32, size: i32| {
            write(&mut caller, count as u32, &[0; 4])?;
            write(&mut caller, size as u32, &[0; 4])
        })?;
    }
    for name in ["args_get", "environ_get"] {
        linker.func_wrap(WASI, name, |mut caller: Caller<'_, SeatState>, _: i32, _: i32| -> Result<i32> {
            charge(&mut caller, prices::CALL)?;
            Ok(SUCCESS)
        })?;
    }
    linker.func_wrap(WASI, "clock_res_get", |caller: Caller<'_, SeatState>, clock: i32, at: i32| {
        of_clock(caller, clock, at, |_, _| Ok(1))
    })?;
    linker.func_wrap(
        WASI,
        "clock_time_get",
        |caller: Caller<'_, SeatState>, clock: i32, _: i64, at: i32| {
            of_clock(caller, clock, at, |caller, begins| {
                let spent = spent(caller)?;
                Ok(begins + caller.data().own_time.map_or(0, |used| (used + spent).nanos()))
            })
        },
    )?;
    linker.func_wrap(WASI, "fd_fdstat_get", |mut caller: Caller<'_, SeatState>, file: i32, at: i32| {
        // A character device, so that C libraries do not try to seek; the rest is zero.
        let mut stat = [0; 24];
        stat[0] = 2;
        if (STANDARD_INPUT..=STANDARD_ERROR).contains(&file) {
            write(&mut caller, at as u32, &stat)
        } else {
            Ok(BAD_FILE)
        }
    })?;
    linker.func_wrap(WASI, "fd_write", fd_write)?;
    linker.func_wrap(
        WASI,
        "fd_read",
        |mut caller: Caller<'_, SeatState>, file: i32, _: i32, _: i32, count: i32| {
            // Standard input is at its end.
            if file == STANDARD_INPUT { write(&mut caller, count as u32, &[0; 4]) } else { Ok(BAD_FILE) }
        },
    )?;
    linker.func_wrap(WASI, "poll_oneoff", poll_oneoff)?;
    linker.func_wrap(WASI, "proc_exit", |_: Caller<'_, SeatState>, status: i32| -> Result<()> {
        Err(Stop::new(Fault::Exit, format!("it called exit({status})")).into())
    })?;
    linker.func_wrap(WASI, "random_get", random_get)?;
    linker.func_wrap(WASI, "sched_yield", |mut caller: Caller<'_, SeatState>| -> Result<i32> {
        charge(&mut caller, prices::CALL)?;
        Ok(SUCCESS)
    })?;
    Ok(())
}

/// Defines a function that always returns the same error number.
fn deny(linker: &mut Linker<SeatState>, name: &str, signature: Signature) -> Result<()> {
    let number = match name {
        "fd_close" => SUCCESS,
        "fd_seek" | "fd_tell" => NOT_SEEKABLE,
        _ if name.starts_with("fd_") || name.starts_with("path_") => BAD_FILE,
        _ => NOT_SUPPORTED,
    };
    let (parameters, results) = signature.letters();
    let types = |letters: &str| {
        letters
            .chars()
            .map(|letter| if letter == 'l' { ValType::I64 } else { ValType::I32 })
            .collect::<Vec<_>>()
    };
    let ty = FuncType::new(linker.engine(), types(parameters), types(results));
    linker.func_new(WASI, name, ty, move |mut caller, _, results| {
        charge(&mut caller, prices::CALL)?;
        results[0] = Val::I32(number);
        Ok(())
    })?;
    Ok(())
}

/// Writes bytes to the bot's memory for the price of a host call.
pub(crate) fn write(caller: &mut Caller<'_, SeatState>, pointer: u32, bytes: &[u8]) -> Result<i32> {
    charge(caller, prices::CALL + bytes.len() as u64 * prices::BYTE)?;
    let memory = memory(caller)?;
    span(memory.data_mut(caller), pointer, bytes.len() as u64)?.copy_from_slice(bytes);
    Ok(SUCCESS)
}

/// Writes the nanoseconds that `nanos` returns for the clock's starting time.
fn of_clock(
    mut caller: Caller<'_, SeatState>,
    clock: i32,
    at: i32,
    nanos: impl FnOnce(&Caller<'_, SeatState>, u64) -> Result<u64>,
) -> Result<i32> {
    let Some(begins) = virtual_clock::begins(clock) else {
        charge(&mut caller, prices::CALL)?;
        return Ok(INVALID);
    };
    let nanos = nanos(&caller, begins)?;
    write(&mut caller, at as u32, &nanos.to_le_bytes())
}

/// Writes a bot's output to its log.
pub(crate) fn fd_write(
    mut caller: Caller<'_, SeatState>,
    file: i32,
    buffers: i32,
    count: i32,
    written: i32,
) -> Result<i32> {
    let (buffers, count) = (buffers as u32, count as u32);
    if file != STANDARD_OUTPUT && file != STANDARD_ERROR {
        charge(&mut caller, prices::CALL)?;
        return Ok(BAD_FILE);
    }
    if count > BUFFERS_MAX {
        return Err(Stop::new(Fault::BadPointer, format!("a write of {count} buffers")).into());
    }
    if file == STANDARD_ERROR && sampled_script::take_account(&mut caller, buffers, count, written as u32)? {
        return Ok(SUCCESS);
    }
    let mut total = 0u32;
    for index in 0..count {
        let (pointer, length) = buffer(&mut caller, buffers, index)?;
        charge(&mut caller, prices::CALL)?;
        let write = if file == STANDARD_ERROR { SeatState::write_error } else { SeatState::write_log };
        log(&mut caller, pointer, length, write)?;
        total = total.wrapping_add(length);
    }
    write(&mut caller, written as u32, &total.to_le_bytes())
}

/// Reports every event as having happened, without waiting. A bot that sleeps finds that only its own time has
/// passed.
fn poll_oneoff(
    mut caller: Caller<'_, SeatState>,
    waits: i32,
    events: i32,
    count: i32,
    stored: i32,
) -> Result<i32> {
    /// Size in bytes of a subscription.
    const WAIT: u32 = 48;
    /// Size in bytes of an event.
    const EVENT: u32 = 32;
    let count = count as u32;
    if count > BUFFERS_MAX {
        return Err(Stop::new(Fault::BadPointer, format!("a wait for {count} events")).into());
    }
    for index in 0..count {
        let at = |list: i32, size: u32| (list as u32).checked_add(index * size);
        let (Some(from), Some(to)) = (at(waits, WAIT), at(events, EVENT)) else {
            let detail = format!("a list of events at address {}", events as u32);
            return Err(Stop::new(Fault::BadPointer, detail).into());
        };
        let memory = memory(&mut caller)?;
        let wait = span(memory.data_mut(&mut caller), from, WAIT.into())?;
        let mut event = [0; EVENT as usize];
        // The user data and the kind; the rest, an error and a number of bytes, is zero.
        event[..8].copy_from_slice(&wait[..8]);
        event[10] = wait[8];
        write(&mut caller, to, &event)?;
    }
    write(&mut caller, stored as u32, &count.to_le_bytes())
}

/// Bytes from the seat's own stream.
fn random_get(mut caller: Caller<'_, SeatState>, pointer: i32, length: i32) -> Result<i32> {
    let length = length as u32;
    charge(&mut caller, prices::CALL)?;
    let memory = memory(&mut caller)?;
    // Check the address first: one outside memory is reported even if there is too little fuel for the bytes.
    span(memory.data_mut(&mut caller), pointer as u32, length.into())?;
    charge(&mut caller, u64::from(length) * prices::RANDOM_BYTE)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    state.dice.fill(span(bytes, pointer as u32, length.into())?);
    Ok(SUCCESS)
}
