//! From a module to machine code: in this process, or in a child that can be killed.
//!
//! A module under every cap may still take the compiler a minute or a gigabyte. The child limits itself to
//! so much processor time and address space before it reads the module; the parent only waits.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use wasmtime::Engine;

use crate::engine::{self, Allocation, Numbers};
use crate::foreign::foreign;
use crate::os::{self, Ending};
use crate::{HostError, Objection, Usage};

/// The argument that makes this program a compiling child; no user types it.
pub const COMPILE_ARGUMENT: &str = "__compile-module";

/// Processor time that compiling one module may take, in seconds.
pub const COMPILE_SECONDS: u64 = 30;
/// Address space that compiling one module may take, in bytes.
pub const COMPILE_BYTES: u64 = 1 << 30;
/// After so long the host itself is stuck: processor time would have run out long before.
const WALL_NET: Duration = Duration::from_mins(10);

// Exit codes of the child.
const REFUSED: u8 = 20;
const OUT_OF_MEMORY: u8 = 21;
const FAILED: u8 = 22;

/// Where modules are compiled.
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
}

/// What a compiling child may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CompileLimits {
    /// Processor time in seconds.
    pub(crate) seconds: u64,
    /// Address space in bytes.
    pub(crate) bytes: u64,
}

impl Compiler {
    /// What compiling may take; `None` where nothing limits it.
    pub(crate) fn limits(&self) -> Option<CompileLimits> {
        match *self {
            Compiler::InProcess => None,
            Compiler::Child { seconds, bytes, .. } => Some(CompileLimits { seconds, bytes }),
        }
    }

    /// This program as the child, under the usual limits.
    ///
    /// # Errors
    /// When the system does not say where this program lies.
    pub fn child() -> Result<Compiler, HostError> {
        let program = std::env::current_exe()
            .map_err(|source| HostError::Compiler { what: "this program cannot be found".into(), source })?;
        Ok(Compiler::Child { program, seconds: COMPILE_SECONDS, bytes: COMPILE_BYTES })
    }

    /// Compiles a module that passed the door.
    pub(crate) fn compile(
        &self,
        engine: &Engine,
        numbers: Numbers,
        allocation: Allocation,
        module: &[u8],
    ) -> Result<Result<Compiled, Objection>, HostError> {
        match self {
            Compiler::InProcess => Ok(engine
                .precompile_module(module)
                .map(|code| (code, None))
                .map_err(|error| Objection::Uncompilable(foreign(&format!("{error:#}"))))),
            Compiler::Child { program, seconds, bytes } => {
                let failure = |what: &str, source| HostError::Compiler { what: what.to_owned(), source };
                let child = Command::new(program)
                    .arg(COMPILE_ARGUMENT)
                    .args([word(numbers), allocation.word(), &seconds.to_string(), &bytes.to_string()])
                    .env_clear()
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .map_err(|source| failure("the compiling child cannot be started", source))?;
                let finished = attend(child, module)
                    .map_err(|source| failure("the compiling child was lost", source))?;
                judge(finished, *seconds, *bytes)
            }
        }
    }
}

/// Machine code, and what a child used to make it.
pub(crate) type Compiled = (Vec<u8>, Option<Usage>);

/// What a child left.
struct Finished {
    status: ExitStatus,
    output: Vec<u8>,
    message: String,
}

/// Feeds a child and waits for its end, but not for ever.
fn attend(mut child: Child, module: &[u8]) -> io::Result<Finished> {
    let missing = || io::Error::other("a pipe to the child is missing");
    let mut input = child.stdin.take().ok_or_else(missing)?;
    let mut output = child.stdout.take().ok_or_else(missing)?;
    let mut errors = child.stderr.take().ok_or_else(missing)?;
    std::thread::scope(|scope| {
        // A child that dies early breaks the pipe; how it died says more than the broken pipe.
        scope.spawn(move || drop(input.write_all(module)));
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || {
            let mut bytes = Vec::new();
            let read = output.read_to_end(&mut bytes).map(|_| bytes);
            drop(sender.send(read));
        });
        let message = scope.spawn(move || {
            let mut text = String::new();
            drop(errors.read_to_string(&mut text));
            text
        });
        let received = receiver.recv_timeout(WALL_NET);
        if received.is_err() {
            child.kill()?;
        }
        let status = child.wait()?;
        let message = message.join().unwrap_or_default();
        match received {
            Ok(output) => Ok(Finished { status, output: output?, message }),
            Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "it was still running after ten minutes")),
        }
    })
}

fn judge(
    Finished { status, output, message }: Finished,
    seconds: u64,
    bytes: u64,
) -> Result<Result<Compiled, Objection>, HostError> {
    let message = message.trim();
    let objection = match os::ending(status) {
        Ending::Exited(0) => return Ok(Ok((output, usage(message)))),
        Ending::Exited(code) if code == i32::from(REFUSED) => Objection::Uncompilable(foreign(message)),
        Ending::Exited(code) if code == i32::from(OUT_OF_MEMORY) => Objection::CompileMemory { bytes },
        Ending::Aborted if message.contains("memory allocation of") => Objection::CompileMemory { bytes },
        Ending::Aborted => Objection::Uncompilable("the compiler gave up".to_owned()),
        // A panic of the compiler: its exit code is 101.
        Ending::Exited(101) => Objection::Uncompilable("the compiler failed on it".to_owned()),
        Ending::OutOfTime => Objection::CompileTime { seconds },
        ending @ (Ending::Exited(_) | Ending::Killed(_)) => {
            let what = format!("the compiling child ended unexpectedly ({ending:?})");
            return Err(HostError::Compiler { what, source: io::Error::other(message.to_owned()) });
        }
    };
    Ok(Err(objection))
}

/// The compiling child. A program that uses [`Compiler::child`] calls it before anything else, and ends with
/// the code when there is one; otherwise it was started for another purpose.
pub fn compile_child_main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != COMPILE_ARGUMENT {
        return None;
    }
    let arguments: Vec<String> = arguments.collect();
    Some(match compile_child(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err((code, message)) => {
            // The parent reads it; there is nobody else to tell when it cannot be written.
            drop(writeln!(io::stderr(), "{message}"));
            ExitCode::from(code)
        }
    })
}

fn compile_child(arguments: &[String]) -> Result<(), (u8, String)> {
    let failed = |error: &dyn std::fmt::Display| (FAILED, error.to_string());
    let [numbers, allocation, seconds, bytes] = arguments else {
        return Err(failed(&"four arguments are due"));
    };
    let number = |text: &str| text.parse::<u64>().map_err(|error| failed(&error));
    let numbers = Numbers::BOTH
        .into_iter()
        .find(|&known| word(known) == numbers)
        .ok_or_else(|| failed(&"an engine is due"))?;
    let allocation = Allocation::from_word(allocation).ok_or_else(|| failed(&"an allocation is due"))?;
    os::limit_self(number(seconds)?, number(bytes)?).map_err(|error| failed(&error))?;
    let mut module = Vec::new();
    io::stdin().read_to_end(&mut module).map_err(|error| failed(&error))?;
    let mut config = engine::config(numbers, allocation).map_err(|error| failed(&error))?;
    // One thread: what a module takes must not depend on the number of processors.
    config.parallel_compilation(false);
    let engine = Engine::new(&config).map_err(|error| failed(&error))?;
    let code = engine.precompile_module(&module).map_err(|error| {
        let no_memory = error
            .chain()
            .filter_map(|cause| cause.downcast_ref::<io::Error>())
            .any(|cause| cause.kind() == io::ErrorKind::OutOfMemory);
        (if no_memory { OUT_OF_MEMORY } else { REFUSED }, format!("{error:#}"))
    })?;
    io::stdout().write_all(&code).map_err(|error| failed(&error))?;
    if let Some(Usage { processor, memory }) = os::usage() {
        // For the curious; nothing depends on it.
        drop(writeln!(io::stderr(), "{} {memory}", processor.as_nanos()));
    }
    Ok(())
}

/// Reads what a child that succeeded says it used.
fn usage(message: &str) -> Option<Usage> {
    let (nanoseconds, memory) = message.split_once(' ')?;
    Some(Usage { processor: Duration::from_nanos(nanoseconds.parse().ok()?), memory: memory.parse().ok()? })
}

const fn word(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::Integers => "integers",
        Numbers::Floats => "floats",
    }
}
