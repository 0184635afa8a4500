//! Looks at the clock now and then, so that a bot that does not come to an end is told where it was.

use core::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use rustpython_vm::signal::watch;
use rustpython_vm::{PyResult, VirtualMachine};

use crate::{host, state};

/// Looks that a top level may last: 15 million instructions, most of a second.
const TOP_LEVEL: u32 = 1_500;
/// The part of a move's time that is left when a bot is told.
const LEFT: i64 = 16;

/// When so many nanoseconds are left, the bot is told; 0 if it need not be.
static NOTICE: AtomicI64 = AtomicI64::new(0);
static LOOKS: AtomicU32 = AtomicU32::new(0);

pub(crate) fn start() {
    watch::set(look);
}

/// A call begins that has so many nanoseconds.
pub(crate) fn begin_call(nanoseconds: u64) {
    NOTICE.store(nanoseconds as i64 / LEFT, Ordering::Relaxed);
}

fn look(vm: &VirtualMachine) -> PyResult<()> {
    if state::in_match() { look_at_clock(vm) } else { look_at_top_level(vm) }
}

fn look_at_top_level(vm: &VirtualMachine) -> PyResult<()> {
    if LOOKS.fetch_add(1, Ordering::Relaxed) < TOP_LEVEL {
        return Ok(());
    }
    Err(vm.new_runtime_error(format!(
        "the top level of the script has not ended after {} million steps: compute less before the first choose()",
        u64::from(TOP_LEVEL) * u64::from(watch::INTERVAL) / 1_000_000
    )))
}

fn look_at_clock(vm: &VirtualMachine) -> PyResult<()> {
    let notice = NOTICE.load(Ordering::Relaxed);
    if notice == 0 || host::remaining() >= notice {
        return Ok(());
    }
    NOTICE.store(0, Ordering::Relaxed);
    vm.import("_bot", 0)?.get_attr("running_out", vm)?.call((), vm).map(drop)
}
