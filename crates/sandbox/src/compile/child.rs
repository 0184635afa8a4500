//! The compiling child's side.

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::thread;

use confine::Role;
use wasmtime::Engine;

use super::{COMPILE_ARGUMENT, ChildOrder, Engines, OUT_OF_MEMORY};
use crate::HostError;
use crate::admit::Decision;
use crate::engine::{self, Bounds, FloatMode};
use crate::os::{self, MemoryUse, ProcessLimits};

/// Stack size of the thread that checks and compiles, in bytes.
const STACK: usize = 32 << 20;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Runs the compiling child, if this process is one. A program that uses [`Compiler::child`](crate::Compiler::child)
/// must call this before anything else and exit with the returned code; `None` means that it is not a compiling
/// child.
pub fn compile_child_main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != COMPILE_ARGUMENT {
        return None;
    }
    confine::close_inherited();
    let order = arguments.next().unwrap_or_default();
    Some(match run(&order) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(OUT_OF_MEMORY),
        Err(error) => {
            // The parent reads it; if it cannot be written, there is no one else to report to.
            drop(writeln!(io::stderr(), "{error}"));
            ExitCode::FAILURE
        }
    })
}

/// Performs the order on a thread whose stack does not depend on the limits inherited from the parent. Returns `true`
/// if there was enough memory.
fn run(order: &str) -> Result<bool, Failure> {
    let order: ChildOrder = serde_json::from_str(order)?;
    if let Some(limits) = order.limits.resources {
        os::limit_self(limits)?;
    }
    os::die_with_parent(order.parent)?;
    let memory_use = MemoryUse::open();
    if let Some(strictness) = order.limits.confined {
        confine::confine(Role::Compiler, strictness)?;
    }
    let compiling = thread::Builder::new().stack_size(STACK).spawn(move || {
        // Code without limits is our own, and may use a thread per processor.
        if let (Some(strictness), Some(_)) = (order.limits.confined, order.limits.resources) {
            confine::forbid_threads(strictness)?;
        }
        answer(&order, memory_use)
    })?;
    // A panic has already been reported; it ends this process as it ended the thread.
    compiling.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn answer(order: &ChildOrder, memory_use: MemoryUse) -> Result<bool, Failure> {
    let mut module = vec![0; order.module];
    io::stdin().read_exact(&mut module)?;
    let engines = CompilingEngines { bounds: order.bounds, limits: order.limits.resources };
    let Some(mut decision) = order.task.run(&module, &engines)? else { return Ok(false) };
    if let Decision::Admitted(admitted) = &mut decision {
        admitted.usage = memory_use.usage();
    }
    let mut output = io::stdout().lock();
    decision.write(&mut output)?;
    output.flush()?;
    Ok(true)
}

/// Engines that only compile.
struct CompilingEngines {
    bounds: Bounds,
    limits: Option<ProcessLimits>,
}

impl Engines for CompilingEngines {
    fn engine(&self, float_mode: FloatMode) -> Result<Engine, HostError> {
        let mut config = engine::config(float_mode, self.bounds)?;
        // One thread under limits: the cost of a module must not depend on the number of processors.
        config.parallel_compilation(self.limits.is_none());
        Engine::new(&config).map_err(|error| HostError::engine(&error))
    }
}
