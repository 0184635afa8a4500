//! The compiling child's side.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use wasmtime::Engine;

use super::{COMPILE_ARGUMENT, Engines, Order};
use crate::decision::Decision;
use crate::engine::{self, Bounds, FloatMode};
use crate::{HostError, Objection, os};

/// Runs the compiling child, if this process is one. A program that uses [`Compiler::child`](crate::Compiler::child)
/// calls this before anything else and exits with the returned code; `None` means that it is not a compiling child.
pub fn compile_child_main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != COMPILE_ARGUMENT {
        return None;
    }
    let order = arguments.next().unwrap_or_default();
    Some(match run(&order) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The parent reads it; if it cannot be written, there is no one else to tell.
            drop(writeln!(io::stderr(), "{error}"));
            ExitCode::FAILURE
        }
    })
}

fn run(order: &str) -> Result<(), Box<dyn std::error::Error>> {
    let order: Order = serde_json::from_str(order)?;
    os::limit_self(order.limits)?;
    let mut module = vec![0; order.module];
    io::stdin().read_exact(&mut module)?;
    os::die_with_parent(order.parent)?;
    let bytes = order.limits.bytes;
    let excuse =
        |error: &wasmtime::Error| is_out_of_memory(error).then_some(Objection::CompileMemory { bytes });
    let mut decision = order.task.run(&module, &order.bounds, &excuse)?;
    if let Decision::Admitted(admitted) = &mut decision {
        admitted.usage = os::usage();
    }
    let mut output = io::stdout().lock();
    decision.write(&mut output)?;
    output.flush()?;
    Ok(())
}

impl Engines for Bounds {
    /// An engine that only compiles.
    fn engine(&self, float_mode: FloatMode) -> Result<Engine, HostError> {
        let mut config = engine::config(float_mode, *self)?;
        // One thread: what a module takes must not depend on the number of processors.
        config.parallel_compilation(false);
        Engine::new(&config).map_err(|error| HostError::engine(&error))
    }
}

fn is_out_of_memory(error: &wasmtime::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::OutOfMemory)
}
