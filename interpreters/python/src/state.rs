//! Whether a match has begun. Before, a script's top level runs, once for all matches.

use core::sync::atomic::{AtomicBool, Ordering};

use rustpython_vm::{PyResult, VirtualMachine};

static IN_MATCH: AtomicBool = AtomicBool::new(false);

/// From now on there is a match.
pub(crate) fn begin_match() {
    IN_MATCH.store(true, Ordering::Relaxed);
}

pub(crate) fn in_match() -> bool {
    IN_MATCH.load(Ordering::Relaxed)
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
