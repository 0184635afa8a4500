//! From a module to machine code: in this process, or in a child that can be killed.
//!
//! Validator and compiler are large programs that read untrusted input, and their cost is only estimated. The child
//! limits its own processor time and memory before it reads the module; the parent only waits. If a child is stopped,
//! its module is not refused but [`Undecided`](crate::Undecided): another machine may get further.

mod child;
mod remote_decisions;
mod stop;
mod supervise;

use std::io;
use std::path::PathBuf;

use confine::Strictness;
use serde::{Deserialize, Serialize};
use wasmtime::Engine;

pub use self::child::compile_child_main;
pub use self::remote_decisions::{Decisions, RemoteDecisions};
pub(crate) use self::stop::Stop;
use crate::admit::{AdmittedModule, CodePartOf, Decision, FunctionSizes, inspect_around};
use crate::engine::{Bounds, FloatMode};
use crate::module_text::foreign;
use crate::os::{self, ProcessLimits};
use crate::rewrite::split;
use crate::{Caps, HostError, Objection, Sizes};

/// The argument that makes this program a compiling child; not meant for users.
pub const COMPILE_ARGUMENT: &str = "__compile-module";

/// Maximum processor time for checking and compiling one module, in seconds: a safety net below the caps. Modules
/// within the caps take a fifth of it at most, so that a machine that is five times slower decides alike.
pub const COMPILE_SECONDS: u64 = 900;
/// Maximum address space for checking and compiling one module, in bytes.
pub const COMPILE_BYTES: u64 = 2 << 30;

/// The place where modules are checked and compiled.
#[derive(Clone, Debug)]
pub enum Compiler {
    /// In this process, without limits: for trusted modules, and for tests.
    InProcess,
    /// In a child: this program, started again. It must call [`compile_child_main`] first.
    Child {
        /// The program, usually [`std::env::current_exe`].
        program: PathBuf,
        /// Processor time in seconds.
        seconds: u64,
        /// Address space in bytes.
        bytes: u64,
    },
    /// Elsewhere: this process receives the decisions made there.
    Elsewhere(RemoteDecisions),
}

impl Compiler {
    /// Returns the limits on compiling; `None` if there are none.
    pub(crate) fn limits(&self) -> Option<ProcessLimits> {
        match *self {
            Compiler::InProcess | Compiler::Elsewhere(_) => None,
            Compiler::Child { seconds, bytes, .. } => Some(ProcessLimits { seconds, bytes }),
        }
    }

    /// Returns this program as the child, under the usual limits.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub fn child() -> Result<Compiler, HostError> {
        let program = std::env::current_exe().map_err(|source| HostError::Compiler {
            what: "cannot find the path of this program".into(),
            source,
        })?;
        Ok(Compiler::Child { program, seconds: COMPILE_SECONDS, bytes: COMPILE_BYTES })
    }

    /// Returns the same compiler on a machine that is `times` times slower, for tests. Its limit on processor time is
    /// lowered accordingly, but stays at least a second.
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

    /// Checks that this process's own limits leave room for the child's limits. Otherwise a refusal would depend on
    /// the user who started the program.
    ///
    /// # Errors
    /// If a limit is too low; the error names it.
    pub(crate) fn check_room(&self) -> Result<(), HostError> {
        let limits = self.limits().and_then(os::too_little_for);
        limits.map_or(Ok(()), |what| Err(HostError::Room(what)))
    }

    /// Performs a task on a module.
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
            Compiler::Child { program, .. } => supervise::decide(program, child, bounds, module, task),
            Compiler::Elsewhere(elsewhere) => Ok(elsewhere.decision(module, task)?),
        }
    }
}

/// The limits of a compiling child.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ChildLimits {
    /// Limits on its resources. Without them it compiles on all processors.
    pub(crate) resources: Option<ProcessLimits>,
    /// Strictness of dropping access to files, network and other processes before compiling; `None` to keep the
    /// access.
    pub(crate) confined: Option<Strictness>,
}

/// A task for the compiler on a module.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "there is one for a module that is compiled")]
pub(crate) enum Task {
    /// Inspect the module and compile it; if it is split, compile only its state part.
    Module {
        caps: Caps,
        /// Sizes of its functions, if they are known.
        functions: Option<FunctionSizes>,
    },
    /// Compile the code part of a module that was inspected.
    CodePart(FloatMode),
}

impl Task {
    /// Maximum bytes of machine code. A code part is compiled once for modules under any caps; each of them is
    /// compared with its own caps later.
    pub(crate) const fn most_code(&self) -> u64 {
        match self {
            Task::Module { caps, .. } => caps.code,
            Task::CodePart(_) => Caps::script().code,
        }
    }

    /// Performs the task in this process; `None` if there was too little memory.
    fn run(self, module: &[u8], engines: &impl Engines) -> Result<Option<Decision>, HostError> {
        let (sizes, float_mode) = match self {
            Task::CodePart(float_mode) => (Sizes::default(), float_mode),
            Task::Module { caps, functions } => match inspect_around(module, &caps, functions.as_ref()) {
                Ok(sizes) => {
                    let float_mode = FloatMode::new(sizes.floats);
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

/// Returns the objection to this many bytes of machine code; `None` if they are within the limit.
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

/// The engines for which modules are compiled.
pub(crate) trait Engines {
    fn engine(&self, float_mode: FloatMode) -> Result<Engine, HostError>;
}

/// Exit code of a child that had too little memory.
const OUT_OF_MEMORY: u8 = 12;

/// The order for a child, passed as its only argument.
#[derive(Serialize, Deserialize)]
struct ChildOrder {
    /// Without limits on resources for our own code.
    limits: ChildLimits,
    bounds: Bounds,
    task: Task,
    /// Number of bytes of the module on standard input, which then stays open for as long as the parent lives.
    module: usize,
    /// Process id of the parent.
    parent: u32,
}
