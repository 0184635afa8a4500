//! From a module to machine code: in this process, or in a child that can be killed.
//!
//! Validator and compiler are large programs that read untrusted input, and what they cost is only estimated. The child
//! limits its own processor time and memory before it reads the module; the parent only waits. A module over which a
//! child is stopped is not refused, but [`Undecided`](crate::Undecided): another machine may get further.

mod attend;
mod child;
mod elsewhere;
mod stop;

use std::io;
use std::path::PathBuf;

use confine::Strictness;
use serde::{Deserialize, Serialize};
use wasmtime::Engine;

pub use self::child::compile_child_main;
pub use self::elsewhere::{Decisions, Elsewhere};
pub(crate) use self::stop::Stop;
use crate::admit::{AdmittedModule, CodePartOf, Decision, FunctionSizes, inspect_around};
use crate::engine::{Bounds, FloatMode};
use crate::foreign::foreign;
use crate::os::{self, ProcessLimits};
use crate::rewrite::split;
use crate::{Caps, HostError, Objection, Sizes};

/// The argument that makes this program a compiling child; not meant for users.
pub const COMPILE_ARGUMENT: &str = "__compile-module";

/// Processor time that checking and compiling one module may take, in seconds: a net below the caps. What they admit
/// takes a fifth of it at most, so that a machine that is five times slower decides alike.
pub const COMPILE_SECONDS: u64 = 900;
/// Address space that checking and compiling one module may take, in bytes.
pub const COMPILE_BYTES: u64 = 2 << 30;

/// Where modules are checked and compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// In this process, without limits: for modules that are trusted, and for tests.
    InProcess,
    /// In a child: this program, started again. It must call [`compile_child_main`] first thing.
    Child {
        /// The program: most often [`std::env::current_exe`].
        program: PathBuf,
        /// Processor time in seconds.
        seconds: u64,
        /// Address space in bytes.
        bytes: u64,
    },
    /// Somewhere else: this process is handed what was decided there.
    Elsewhere(Elsewhere),
}

impl Compiler {
    /// What compiling may use; `None` if it is not limited.
    pub(crate) fn limits(&self) -> Option<ProcessLimits> {
        match *self {
            Compiler::InProcess | Compiler::Elsewhere(_) => None,
            Compiler::Child { seconds, bytes, .. } => Some(ProcessLimits { seconds, bytes }),
        }
    }

    /// This program as the child, under the usual limits.
    ///
    /// # Errors
    /// When the system does not tell where this program is.
    pub fn child() -> Result<Compiler, HostError> {
        let program = std::env::current_exe()
            .map_err(|source| HostError::Compiler { what: "this program cannot be found".into(), source })?;
        Ok(Compiler::Child { program, seconds: COMPILE_SECONDS, bytes: COMPILE_BYTES })
    }

    /// The same on a machine that is this many times slower, for tests: with as much less processor time, and a second at
    /// least.
    #[doc(hidden)]
    #[must_use]
    pub fn slower(self, times: u64) -> Compiler {
        match self {
            Compiler::Child { program, seconds, bytes } => {
                Compiler::Child { program, seconds: (seconds / times.max(1)).max(1), bytes }
            }
            other => other,
        }
    }

    /// Checks that the limits of this process leave a child what it is to be limited to. With less, what is refused
    /// would depend on who started the program.
    ///
    /// # Errors
    /// When a limit is too low; the error names it.
    pub(crate) fn check_room(&self) -> Result<(), HostError> {
        let limits = self.limits().and_then(os::too_little_for);
        limits.map_or(Ok(()), |what| Err(HostError::Room(what)))
    }

    /// Does a task with a module.
    pub(crate) fn decide(
        &self,
        engines: &impl Engines,
        bounds: Bounds,
        module: &[u8],
        task: Task,
        child: ChildLimits,
    ) -> Result<Decision, Stop> {
        match self {
            Compiler::InProcess => Ok(task.run(module, engines)?.ok_or_else(|| {
                let source = io::Error::from(io::ErrorKind::OutOfMemory);
                HostError::Compiler { what: "this process cannot compile a module".into(), source }
            })?),
            Compiler::Child { program, .. } => attend::decide(program, child, bounds, module, task),
            Compiler::Elsewhere(elsewhere) => Ok(elsewhere.decision(module, task)?),
        }
    }
}

/// What a compiling child may do.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ChildLimits {
    /// What it may use. Without limits it compiles on all processors.
    pub(crate) resources: Option<ProcessLimits>,
    /// Whether it drops access to files, network and other processes first, and what happens if it cannot.
    pub(crate) confined: Option<Strictness>,
}

/// What is to be done with a module.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "there is one for a module that is compiled")]
pub(crate) enum Task {
    /// Inspect it and compile it; if it is split, only its state part.
    Module {
        caps: Caps,
        /// What is in its functions, if these are known.
        functions: Option<FunctionSizes>,
    },
    /// Compile the code part of a module that was inspected.
    CodePart(FloatMode),
}

impl Task {
    /// Maximum bytes of machine code. A code part is compiled once for modules under any caps; each of them is compared
    /// with its own later.
    pub(crate) const fn most_code(&self) -> u64 {
        match self {
            Task::Module { caps, .. } => caps.code,
            Task::CodePart(_) => Caps::script().code,
        }
    }

    /// Does it in this process; `None` if there was too little memory for it.
    fn run(self, module: &[u8], engines: &impl Engines) -> Result<Option<Decision>, HostError> {
        let (sizes, float_mode) = match self {
            Task::CodePart(float_mode) => (Sizes::default(), float_mode),
            Task::Module { caps, functions } => match inspect_around(module, &caps, functions.as_ref()) {
                Ok(sizes) => {
                    let float_mode = FloatMode::of(sizes.floats);
                    (sizes, float_mode)
                }
                Err(refusal) => return Ok(Some(refusal.into())),
            },
        };
        let parts = match self {
            Task::Module { .. } => split(module),
            Task::CodePart(_) => None,
        };
        let code_part = parts.as_ref().map(|parts| CodePartOf { name: parts.name(), shift: parts.shift });
        let wasm = parts.as_ref().map_or(module, |parts| &parts.state);
        let code = match engines.engine(float_mode)?.precompile_module(wasm) {
            Ok(code) => code,
            Err(error) if is_out_of_memory(&error) => return Ok(None),
            Err(error) => {
                let objection = Objection::Uncompilable(foreign(&format!("{error:#}")));
                return Ok(Some(Decision::Refused(objection.into())));
            }
        };
        if let Some(objection) = too_much_code(code.len() as u64, self.most_code()) {
            return Ok(Some(Decision::Refused(objection.into())));
        }
        Ok(Some(AdmittedModule { sizes, usage: None, code_part, code }.into()))
    }
}

/// The objection to this many bytes of machine code, if they are too many.
pub(crate) fn too_much_code(found: u64, limit: u64) -> Option<Objection> {
    (found > limit).then(|| Objection::OverCap {
        what: "bytes of machine code".into(),
        place: "the module compiles to ".to_owned(),
        found,
        limit,
    })
}

fn is_out_of_memory(error: &wasmtime::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::OutOfMemory)
}

/// The engines that modules are compiled for.
pub(crate) trait Engines {
    fn engine(&self, float_mode: FloatMode) -> Result<Engine, HostError>;
}

/// Exit code of a child that had too little memory.
const OUT_OF_MEMORY: u8 = 12;

/// What a child is to do, passed as its only argument.
#[derive(Serialize, Deserialize)]
struct Order {
    /// Without limits on resources for code of our own.
    limits: ChildLimits,
    bounds: Bounds,
    task: Task,
    /// Bytes of the module on standard input. It stays open after them for as long as the parent lives.
    module: usize,
    /// Process id of the parent.
    parent: u32,
}
