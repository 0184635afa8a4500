//! The parent's side of a worker: starts it, gives it tasks, and reports how it was lost.

use std::io::{BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use confine::Allowance;

use crate::allowance::{INSTANCES, Need};
use crate::frame::{self, FrameError, MOST_FROM_WORKER, MOST_TO_WORKER};
use crate::message::{ParentReply, Setup, WorkerAnswer, WorkerCommand, WorkerQuestion};
use crate::watchdog::{Watchdog, WorkerLife};
use crate::{Isolation, Protection, WORKER_ARGUMENT, WorkerError};

/// Maximum time until a worker is ready.
const READY: Duration = Duration::from_mins(5);

/// Bytes of answers to read at once: the usual capacity of a pipe.
const BUFFER: usize = 64 << 10;

/// A worker that waits for a task or does one.
pub(crate) struct Process {
    life: Arc<WorkerLife>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    given: Allowance,
    used: Duration,
}

/// A worker's report once it is ready.
#[derive(Debug)]
pub(crate) struct Started {
    pub(crate) engine: String,
    pub(crate) missing: Vec<Protection>,
}

impl Process {
    /// Starts a worker for tasks with this need. On Linux it ends with the thread that starts it.
    pub(crate) fn start(
        isolation: &Isolation,
        need: Need,
        watch: &Watchdog,
    ) -> Result<(Process, Started), WorkerError> {
        let mut command = Command::new(&isolation.program);
        command.args(&isolation.arguments).arg(WORKER_ARGUMENT).env_clear();
        apart(&mut command);
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(WorkerError::Start)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let life = watch.over(child);
        let (Some(input), Some(output)) = (input, output) else {
            return Err(WorkerError::Start(std::io::Error::other("it has no pipes")));
        };
        let given = need.allowance();
        let mut process = Process {
            life,
            input,
            output: BufReader::with_capacity(BUFFER, output),
            given,
            used: Duration::ZERO,
        };
        let setup = Setup {
            parent: std::process::id(),
            strictness: isolation.strictness,
            instances: INSTANCES,
            seconds: given.seconds,
            bytes: given.bytes,
        };
        let nothing = &mut |question: WorkerQuestion| Err(unasked(&question));
        match process.perform(&[WorkerCommand::Begin(setup)], nothing, READY)? {
            WorkerAnswer::Ready { engine, missing } => Ok((process, Started { engine, missing })),
            WorkerAnswer::Unprotected(missing) => Err(WorkerError::Unprotected(missing)),
            WorkerAnswer::Failed(why) => Err(WorkerError::Failed(why)),
            other => Err(process.breach(&other)),
        }
    }

    /// Returns `true` if it has enough left for a task with this need.
    pub(crate) fn fits(&self, need: Need) -> bool {
        need.fits(self.given, self.used)
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.life.id()
    }

    /// Sends orders, replies to the worker's questions, and returns its answer. After an error the process must not
    /// be used again.
    pub(crate) fn perform(
        &mut self,
        orders: &[WorkerCommand],
        reply: &mut dyn FnMut(WorkerQuestion) -> Result<ParentReply, WorkerError>,
        patience: Duration,
    ) -> Result<WorkerAnswer, WorkerError> {
        let begun = Instant::now();
        self.life.set_deadline(begun.checked_add(patience));
        let mut bytes = Vec::new();
        for order in orders {
            frame::append(&mut bytes, order, MOST_TO_WORKER).map_err(WorkerError::Order)?;
        }
        self.send(&bytes)?;
        let answer = self.receive(reply)?;
        self.has_answered(begun.elapsed());
        Ok(answer)
    }

    /// Starts waiting for the answer to a task with this need.
    pub(crate) fn expect_answer(&self, need: Need) {
        self.life.set_deadline(Instant::now().checked_add(need.patience()));
    }

    /// Stops waiting, after `time`.
    pub(crate) fn has_answered(&mut self, time: Duration) {
        self.life.set_deadline(None);
        self.used = self.used.saturating_add(time);
    }

    /// Sends the bytes of orders.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<(), WorkerError> {
        self.input.write_all(bytes).map_err(|error| self.lost(&FrameError::Pipe(error)))
    }

    /// Replies to the worker's questions, and returns its next answer.
    pub(crate) fn receive(
        &mut self,
        reply: &mut dyn FnMut(WorkerQuestion) -> Result<ParentReply, WorkerError>,
    ) -> Result<WorkerAnswer, WorkerError> {
        loop {
            match frame::read(&mut self.output, MOST_FROM_WORKER).map_err(|error| self.lost(&error))? {
                WorkerAnswer::Ask(question) => {
                    let mut bytes = Vec::new();
                    self.life.set_replied_to(true);
                    let replied = reply(question);
                    self.life.set_replied_to(false);
                    frame::append(&mut bytes, &WorkerCommand::Reply(replied?), MOST_TO_WORKER)
                        .map_err(WorkerError::Order)?;
                    self.send(&bytes)?;
                }
                answer => return Ok(answer),
            }
        }
    }

    /// Returns `true` if a whole message has arrived.
    pub(crate) fn has_answer(&self) -> bool {
        frame::is_whole(self.output.buffer())
    }

    /// Returns the error for a worker whose message cannot be read, or that no longer reads.
    fn lost(&self, error: &FrameError) -> WorkerError {
        let is_late = self.life.is_late();
        let how = self.life.ended();
        match error {
            _ if is_late => WorkerError::Lost { how: "it did not answer in time".to_owned() },
            _ if self.life.stands_still() => {
                WorkerError::Lost { how: "it used no processor time for two minutes".to_owned() }
            }
            FrameError::Ended | FrameError::Cut { .. } | FrameError::Pipe(_) => WorkerError::Lost { how },
            error => WorkerError::Breach(error.to_string()),
        }
    }

    /// Returns the error for a worker that answers something it was not asked.
    pub(crate) fn breach(&self, answer: &WorkerAnswer) -> WorkerError {
        let kind = match answer {
            WorkerAnswer::Ready { .. } => "that it is ready",
            WorkerAnswer::Unprotected(_) => "that it is not protected",
            WorkerAnswer::Ask(_) => "with a question",
            WorkerAnswer::Played { .. } => "with a match",
            WorkerAnswer::Failed(_) => "that it failed",
            WorkerAnswer::Built(_) => "with a module",
            WorkerAnswer::Measured(_) => "with the cost of a start",
            WorkerAnswer::Retraced(_) => "with a retraced match",
        };
        self.life.end();
        WorkerError::Breach(format!("it answered {kind}, which its task does not call for"))
    }
}

/// Puts the worker in the root directory and in a process group of its own. It does not receive the terminal's
/// signals, because an interrupt is the parent's to handle.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.current_dir("/").process_group(0);
}

#[cfg(not(unix))]
fn apart(_command: &mut Command) {}

/// Returns the error for a question that does not belong to the task.
pub(crate) fn unasked(question: &WorkerQuestion) -> WorkerError {
    let what = match question {
        WorkerQuestion::Module(_) => "a module",
        WorkerQuestion::Decision { .. } => "machine code",
        WorkerQuestion::Has(_) | WorkerQuestion::File { .. } | WorkerQuestion::Near(_) => "files",
    };
    WorkerError::Breach(format!("it asked for {what}, which its task does not need"))
}
