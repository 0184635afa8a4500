//! What is the same for everything that runs: whether a match has begun, which question it is, and what is known of the
//! script. Before a match, a script's top level runs, once for all matches.

use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering::Relaxed};

use rustpython_vm::{PyResult, VirtualMachine};

use crate::blob::Files;

static IN_MATCH: AtomicBool = AtomicBool::new(false);
static QUESTION: AtomicU32 = AtomicU32::new(0);
static SEAT: AtomicI32 = AtomicI32::new(0);
static OFFERED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// The files of the script.
    static FILES: RefCell<Files> = const { RefCell::new(Vec::new()) };
    /// The names of the game's metrics.
    static METRICS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the files of the script, and the names of the game's metrics.
pub(crate) fn keep(files: Files, metrics: Vec<String>) {
    FILES.set(files);
    METRICS.set(metrics);
}

pub(crate) fn with_files(see: impl FnOnce(&Files)) {
    FILES.with_borrow(|files| see(files));
}

pub(crate) fn with_metrics<T>(see: impl FnOnce(&[String]) -> PyResult<T>) -> PyResult<T> {
    METRICS.with_borrow(|metrics| see(metrics))
}

/// A question begins, to this seat. From the first one on there is a match.
pub(crate) fn begin_question(seat: u8) {
    IN_MATCH.store(true, Relaxed);
    QUESTION.fetch_add(1, Relaxed);
    SEAT.store(seat.into(), Relaxed);
    OFFERED.store(false, Relaxed);
}

pub(crate) fn in_match() -> bool {
    IN_MATCH.load(Relaxed)
}

/// The number of the question.
pub(crate) fn question() -> u32 {
    QUESTION.load(Relaxed)
}

/// The seat that is asked.
pub(crate) fn seat() -> i32 {
    SEAT.load(Relaxed)
}

/// The bot has offered an action.
pub(crate) fn note_offer() {
    OFFERED.store(true, Relaxed);
}

pub(crate) fn has_offered() -> bool {
    OFFERED.load(Relaxed)
}

/// An error at the top level, where nobody could answer: what was called, and what is only known in a match.
pub(crate) fn only_in_match(called: &str, known: &str, vm: &VirtualMachine) -> PyResult<()> {
    if in_match() {
        return Ok(());
    }
    Err(vm.new_runtime_error(format!(
        "{called}() at the top level of the script: {known} when a match begins; call it inside choose()"
    )))
}
