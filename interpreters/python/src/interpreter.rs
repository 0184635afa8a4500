//! RustPython with what a bot may import.

use rustpython_vm::frozen::FrozenLib;
use rustpython_vm::{Interpreter, Settings};

use crate::{dice, muster, position};

/// The library's modules in Python, compiled.
static LIBRARY: &FrozenLib = include!(concat!(env!("OUT_DIR"), "/library.rs"));

pub(crate) fn new() -> Interpreter {
    let mut settings = Settings::default();
    // Sets and dicts have the same order in every match.
    settings.hash_seed = Some(0);
    settings.isolated = true;
    settings.install_signal_handlers = false;
    settings.import_site = false;
    settings.write_bytecode = false;
    let builder = Interpreter::builder(settings);
    let mut modules = rustpython_stdlib::stdlib_module_defs(&builder.ctx);
    let ctx = &builder.ctx;
    modules.extend([dice::module_def(ctx), muster::module_def(ctx), position::module_def(ctx)]);
    builder.add_native_modules(&modules).add_frozen_modules(LIBRARY).build()
}
