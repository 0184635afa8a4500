//! A failure of a game's rules in words for their author.

use game_file::CallFailure;
use referee::{AccountKind, Failure, Fault, HostFailure, TrapKind};

use super::instance::FUEL;

/// Returns a failure in one line. An interpreter's message names the function, the file and the line.
pub(super) fn words(failure: &Failure) -> String {
    match (failure.account(), failure.fault) {
        (Some(AccountKind::Time), _) => format!("{}: {}", failure.detail, limit()),
        (None, Fault::Timeout) => format!("out of time: {}", limit()),
        // Messages of interpreters and of the host.
        (Some(_), _) | (None, Fault::BadAnswer) => failure.detail.clone(),
        (None, fault) => {
            let place =
                failure.backtrace.first().map(|function| format!(" in {function}")).unwrap_or_default();
            let told = failure.told();
            let told = if told.is_empty() { String::new() } else { format!(" ({told})") };
            format!("{}{place}{told}", cause(fault))
        }
    }
}

/// Returns a failure of the host.
pub(super) fn of_host(failure: &HostFailure) -> CallFailure {
    CallFailure { what: format!("the host failed: {failure}"), trace: Vec::new(), fuel: 0, is_host: true }
}

fn limit() -> String {
    format!("a call may use {FUEL} units of fuel, 0.2 s of virtual time")
}

const fn cause(fault: Fault) -> &'static str {
    match fault {
        Fault::StartTimeout => "the start of the module takes too long",
        Fault::OutOfMemory => "out of memory",
        Fault::Trap(TrapKind::Unreachable) => "a panic, an abort or a failed assertion",
        Fault::Trap(TrapKind::StackOverflow) => "stack overflow, most often by recursion without end",
        Fault::Trap(TrapKind::MemoryOutOfBounds) => "access beyond the end of memory",
        Fault::Trap(TrapKind::DivisionByZero) => "division by zero",
        Fault::Trap(TrapKind::IntegerOverflow) => "division of the smallest integer by minus one",
        Fault::Trap(TrapKind::NullCall | TrapKind::TableOutOfBounds) => {
            "call of a function pointer that was never set"
        }
        Fault::Trap(TrapKind::BadSignature) => "call of a function pointer of another type",
        Fault::Trap(TrapKind::BadConversion) => "conversion of a float that is not an integer of that type",
        Fault::Trap(TrapKind::Other) => "trap",
        Fault::BadBuffer => {
            "muster_buffer returned an address that is not aligned to 8 bytes or not in memory"
        }
        Fault::BadPointer => "bad pointer or length in a host call",
        Fault::Exit => "the program ended itself instead of answering",
        Fault::Slow => "more processor time than the fuel explains",
        Fault::Timeout | Fault::IllegalAction | Fault::BadAnswer | Fault::BadLine | Fault::NoAnswer => {
            "no answer"
        }
    }
}
