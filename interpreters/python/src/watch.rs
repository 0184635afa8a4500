//! Looks at the clock now and then, so that a bot that does not come to an end is told where it was.

use core::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, Ordering::Relaxed};

use rustpython_vm::signal::watch;
use rustpython_vm::{PyResult, VirtualMachine};

use crate::{account, host, state};

/// Nanoseconds that are left of the start when a top level that has not ended is stopped.
const LAST_MOMENT: i64 = 40_000_000;
/// The part of a move's time that is left when a bot is told.
const LATE: i64 = 16;
/// Instructions between two looks: as many as take a part of what is left, and at most so many times as before.
const LEAST: i64 = 1;
const PART: i64 = 16;
const GROWTH: i64 = 4;

/// Nanoseconds that the top level may take.
static TOP_LEVEL: AtomicI64 = AtomicI64::new(0);
/// Instructions between the last look and the next.
static INTERVAL: AtomicU32 = AtomicU32::new(watch::INTERVAL);
/// What was left at the last look.
static LEFT: AtomicI64 = AtomicI64::new(0);
/// When so little is left, the bot is told.
static NOTICE: AtomicI64 = AtomicI64::new(0);
static TOLD: AtomicBool = AtomicBool::new(false);

/// The top level begins.
pub(crate) fn start() {
    watch::set(look);
    begin_call();
    TOP_LEVEL.store(LEFT.load(Relaxed), Relaxed);
}

/// A call begins.
pub(crate) fn begin_call() {
    let left = host::remaining();
    LEFT.store(left, Relaxed);
    NOTICE.store(left / LATE, Relaxed);
    TOLD.store(false, Relaxed);
    INTERVAL.store(LEAST as u32, Relaxed);
    watch::look_after(LEAST as u32);
}

fn look(vm: &VirtualMachine) -> PyResult<u32> {
    if state::in_match() { Ok(look_at_clock()) } else { look_at_top_level(vm) }
}

fn look_at_top_level(vm: &VirtualMachine) -> PyResult<u32> {
    let left = host::remaining();
    if left > LAST_MOMENT || TOLD.swap(true, Relaxed) {
        return Ok(next(left));
    }
    let limit = TOP_LEVEL.load(Relaxed) as f64 / 1e9;
    Err(vm.new_runtime_error(format!(
        "the top level takes more than {limit:.1} s, all the time that it has; it runs once, when the bot is built: compute \
         less there, or move what takes long into choose()"
    )))
}

/// Tells a bot that will answer too late where it is, once a call. One that has an offer may use all of its time.
fn look_at_clock() -> u32 {
    let left = host::remaining();
    // The next look may come too late.
    let is_last = LEFT.load(Relaxed) - left > left;
    if (left < NOTICE.load(Relaxed) || is_last) && !state::has_offered() && !TOLD.swap(true, Relaxed) {
        account::of_running(
            "time runs out",
            "look at remaining() and return in time, or offer() the best so far",
        );
    }
    next(left)
}

/// Instructions until the next look: fewer if each takes long, as when a loop makes lists or prints them.
fn next(left: i64) -> u32 {
    let interval = i64::from(INTERVAL.load(Relaxed));
    let used = (LEFT.swap(left, Relaxed) - left).max(1);
    let fitting = (interval * (left / PART) / used).min(interval * GROWTH);
    let next = fitting.clamp(LEAST, i64::from(watch::INTERVAL)) as u32;
    let next = if TOLD.load(Relaxed) { watch::INTERVAL } else { next };
    INTERVAL.store(next, Relaxed);
    next
}
