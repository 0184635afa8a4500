//! The parent's side of a compiling child: feeds it, waits for it, and judges how it ended.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use super::{COMPILE_ARGUMENT, ChildLimits, ChildOrder, OUT_OF_MEMORY, Stop, Task};
use crate::admit::Decision;
use crate::engine::Bounds;
use crate::os::{self, Ending, ProcessLimits};
use crate::{HostError, Objection, Undecided};

/// A child may take this many times its processor time in wall time, because other programs use the processor too.
const LOAD: u64 = 4;
/// Minimum wall time that a child is given.
const LEAST_WAIT: Duration = Duration::from_mins(10);
/// Maximum wall time of a child that compiles our own code. Only a child that is stuck should reach it.
const OWN_WAIT: Duration = Duration::from_hours(2);
/// Maximum bytes kept of a child's error messages.
const MESSAGE_BYTES: u64 = 16 << 10;
/// Exit code of a Rust program that panicked.
const PANICKED: i32 = 101;
/// The signal that ends a process at once: sent from outside, usually by a system that is out of memory.
const KILL: i32 = 9;

/// Has a child decide about a module.
pub(super) fn decide(
    program: &Path,
    limits: ChildLimits,
    bounds: Bounds,
    module: &[u8],
    task: Task,
) -> Result<Decision, Stop> {
    let failure = |what: &str, source| HostError::Compiler { what: what.to_owned(), source };
    let order = ChildOrder { limits, bounds, task, module: module.len(), parent: std::process::id() };
    let order = serde_json::to_string(&order)
        .map_err(|error| failure("cannot give the compiling child its task", error.into()))?;
    let child = Command::new(program)
        .args([COMPILE_ARGUMENT, &order])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|source| failure("cannot start the compiling child", source))?;
    let of_limits = |limits: ProcessLimits| Duration::from_secs(limits.seconds.saturating_mul(LOAD));
    let wait = limits.resources.map_or(OWN_WAIT, of_limits).max(LEAST_WAIT);
    let finished = attend(child, module, Decision::most_bytes(task.most_code()), wait)
        .map_err(|source| failure("the compiling child was lost", source))?;
    let Some(finished) = finished else {
        return Err(Undecided::Wait { minutes: wait.as_secs() / 60 }.into());
    };
    judge(finished, limits.resources)
}

/// The output of a finished child.
struct ChildOutput {
    status: ExitStatus,
    output: Vec<u8>,
    message: String,
}

/// Feeds a child, waits for it to end, and reads at most `most` bytes; `None` if it is still running after `wait`.
fn attend(mut child: Child, module: &[u8], most: u64, wait: Duration) -> io::Result<Option<ChildOutput>> {
    let missing = || io::Error::other("a pipe to the child is missing");
    let mut input = child.stdin.take().ok_or_else(missing)?;
    let output = child.stdout.take().ok_or_else(missing)?;
    let errors = child.stderr.take().ok_or_else(missing)?;
    std::thread::scope(|scope| {
        // A child that dies early breaks the pipe; its exit says more than the broken pipe. The pipe stays open: its
        // end tells the child that the parent is gone.
        let fed = scope.spawn(move || {
            drop(input.write_all(module));
            input
        });
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || {
            let mut bytes = Vec::new();
            let read = output.take(most + 1).read_to_end(&mut bytes).map(|_| bytes);
            drop(sender.send(read));
        });
        let message = scope.spawn(move || {
            let mut text = Vec::new();
            drop(errors.take(MESSAGE_BYTES).read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let received = receiver.recv_timeout(wait);
        let too_much = matches!(&received, Ok(Ok(bytes)) if bytes.len() as u64 > most);
        if received.is_err() || too_much {
            child.kill()?;
        }
        let status = child.wait()?;
        drop(fed.join());
        let message = message.join().unwrap_or_default();
        if too_much {
            return Err(io::Error::other(format!("it wrote more than {most} bytes")));
        }
        match received {
            Ok(output) => Ok(Some(ChildOutput { status, output: output?, message })),
            Err(_) => Ok(None),
        }
    })
}

fn judge(
    ChildOutput { status, output, message }: ChildOutput,
    limits: Option<ProcessLimits>,
) -> Result<Decision, Stop> {
    let message = message.trim();
    let unexpected =
        |what: String| HostError::Compiler { what, source: io::Error::other(message.to_owned()) };
    let ending = os::ending(status);
    if ending == Ending::Exited(0) {
        let unreadable = || unexpected("cannot read the compiling child's answer".to_owned());
        return Decision::read(output).ok_or_else(|| unreadable().into());
    }
    let Some(ProcessLimits { seconds, bytes }) = limits else {
        let what = format!("the child that compiles Muster's own code ended unexpectedly ({ending:?})");
        return Err(unexpected(what).into());
    };
    let crashed = |words: &str| Stop::Crashed(Objection::Uncompilable(words.to_owned()));
    Err(match ending {
        Ending::Exited(code) if code == i32::from(OUT_OF_MEMORY) => Undecided::Memory { bytes }.into(),
        Ending::Aborted if message.contains("memory allocation of") => Undecided::Memory { bytes }.into(),
        Ending::OutOfTime => Undecided::Time { seconds }.into(),
        Ending::Aborted => crashed("the compiler gave up"),
        Ending::Exited(PANICKED) | Ending::Faulted => crashed("the compiler failed on it"),
        Ending::Killed(KILL) => Undecided::Killed.into(),
        ending @ (Ending::Exited(_) | Ending::Killed(_)) => {
            unexpected(format!("the compiling child ended unexpectedly ({ending:?})")).into()
        }
    })
}
