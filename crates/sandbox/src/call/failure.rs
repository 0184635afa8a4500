//! Classification of a call's error as the bot's failure or the host's.

use referee::{AccountKind, Failure, Fault, HostFailure, TrapKind};
use wasmtime::{Store, Trap, WasmBacktrace};

use super::program_stack::name_overflow;
use crate::Bot;
use crate::module_text::foreign;
use crate::seat::{HostShort, RulesHostFailure, SeatState, Stop};
use crate::time::Overrun;

/// Returns the failure of a bot whose start ended with an error.
pub(crate) fn of_start(
    error: &wasmtime::Error,
    bot: &Bot,
    store: &mut Store<SeatState>,
) -> Result<Failure, HostFailure> {
    let (wanted, allowed) = (bot.sizes().memory_pages * 65_536, store.data().memory_limit);
    if wanted > allowed {
        let detail = format!("the memory starts with {wanted} bytes; {allowed} are allowed");
        return Ok(Failure::new(Fault::OutOfMemory, detail));
    }
    of_call(error, store)
}

/// Returns the failure of a bot whose call ended with an error.
pub(crate) fn of_call(error: &wasmtime::Error, store: &mut Store<SeatState>) -> Result<Failure, HostFailure> {
    Ok(name_overflow(classify(error, store.data())?, store))
}

/// Distinguishes a bot's failure from the host's.
fn classify(error: &wasmtime::Error, state: &SeatState) -> Result<Failure, HostFailure> {
    let mut failure = if let Some(Stop(failure)) = error.downcast_ref::<Stop>() {
        failure.clone()
    } else if let Some(trap) = error.downcast_ref::<Trap>() {
        trap_failure(*trap, state.growth_refused)
    } else if let Some(short) = error.downcast_ref::<HostShort>() {
        return Err(host(&short.to_string()));
    } else if let Some(failure) = error.downcast_ref::<RulesHostFailure>() {
        return Err(host(&failure.to_string()));
    } else {
        return Err(engine(error));
    };
    let is_over_time = failure.fault == Fault::Timeout;
    if (is_over_time || gives_up(failure.fault))
        && let Some(account) = state.complaint.account(is_over_time)
    {
        return Ok(of_script(failure.fault, &account));
    }
    if !is_over_time {
        let backtrace = error.downcast_ref::<WasmBacktrace>();
        failure.backtrace = backtrace.map(|trace| frames(trace, state.code_shift)).unwrap_or_default();
        if gives_up(failure.fault)
            && let Some(line) = state.complaint.line()
        {
            failure.detail = format!("{} ({})", foreign(&line), failure.detail);
        }
    }
    Ok(failure)
}

/// The failure of a script: the interpreter's account of it instead of the functions of the interpreter.
fn of_script(fault: Fault, account: &[String]) -> Failure {
    let lines: Vec<String> = account.iter().map(|line| foreign(line)).collect();
    let (first, below) = lines.split_first().map_or(("", &[][..]), |(first, below)| (first.as_str(), below));
    Failure { fault, detail: AccountKind::in_past(first), backtrace: below.to_vec() }
}

/// Returns `true` if the bot itself ended the call, so that its last output usually says why. If the host refused a
/// call, the host knows the reason better.
fn gives_up(fault: Fault) -> bool {
    matches!(fault, Fault::Trap(_) | Fault::OutOfMemory | Fault::Exit)
}

fn trap_failure(trap: Trap, growth_refused: bool) -> Failure {
    let kind = match trap {
        Trap::OutOfFuel => return Overrun::Time.failure(),
        Trap::UnreachableCodeReached => TrapKind::Unreachable,
        Trap::StackOverflow => TrapKind::StackOverflow,
        Trap::MemoryOutOfBounds => TrapKind::MemoryOutOfBounds,
        Trap::TableOutOfBounds => TrapKind::TableOutOfBounds,
        Trap::IndirectCallToNull => TrapKind::NullCall,
        Trap::BadSignature => TrapKind::BadSignature,
        Trap::IntegerOverflow => TrapKind::IntegerOverflow,
        Trap::IntegerDivisionByZero => TrapKind::DivisionByZero,
        Trap::BadConversionToInteger => TrapKind::BadConversion,
        _ => TrapKind::Other,
    };
    if growth_refused {
        return Failure::new(
            Fault::OutOfMemory,
            format!("a growth of memory was refused, and then: {}", Fault::Trap(kind)),
        );
    }
    Failure::new(Fault::Trap(kind), trap.to_string())
}

/// The functions of a backtrace, innermost first. If the code is part of a module, offsets are those of the whole
/// module.
fn frames(backtrace: &WasmBacktrace, shift: i64) -> Vec<String> {
    let offset = |offset: usize| offset.saturating_add_signed(shift as isize);
    backtrace
        .frames()
        .iter()
        .map(|frame| match (frame.func_name().map(foreign), frame.module_offset().map(offset)) {
            (Some(name), Some(offset)) => format!("{name} (byte {offset:#x})"),
            (Some(name), None) => name,
            (None, Some(offset)) => format!("function {} (byte {offset:#x})", frame.func_index()),
            (None, None) => format!("function {}", frame.func_index()),
        })
        .collect()
}

/// Makes a failure of the host with its own message.
pub(crate) fn host(what: &str) -> HostFailure {
    HostFailure::new(what, None)
}

/// Makes a failure of the host with the engine's message.
pub(crate) fn engine(error: &wasmtime::Error) -> HostFailure {
    HostFailure::new(format!("the engine: {error:#}"), None)
}
