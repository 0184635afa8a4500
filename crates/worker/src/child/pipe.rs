//! The worker's end of the pipe.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Stdin, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::frame::{self, FrameError, MOST_FROM_WORKER, MOST_TO_WORKER};
use crate::message::{ParentReply, WorkerAnswer, WorkerCommand, WorkerQuestion};
use crate::pipeline::JOBS;

/// Bytes to read or send at once: the usual capacity of a pipe.
const BUFFER: usize = 64 << 10;
/// Maximum time to hold back answers, to send them together while there are other tasks; the worker has tasks for
/// about as long. Sending each answer by itself would wake the parent each time, which costs up to a twentieth of a
/// match of a millisecond.
const TOGETHER: Duration = Duration::from_millis(4);
/// Maximum number of answers to hold back: a quarter of the jobs that a worker has at the same time, so that the
/// parent sends more before the worker runs out.
const WAITING: usize = JOBS / 4;

/// The reason why a worker ends.
#[derive(Debug, Error)]
pub(crate) enum LinkError {
    /// No message could be read.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The message is not valid at this point.
    #[error("a message came out of order")]
    OutOfOrder,
}

impl LinkError {
    /// Returns `true` if the parent has closed the pipe between two messages.
    pub(crate) fn is_end(&self) -> bool {
        matches!(self, LinkError::Frame(FrameError::Ended))
    }
}

/// The pipe to the parent; clones share it.
#[derive(Clone)]
pub(crate) struct ParentPipe(Arc<Mutex<PipeEnds>>);

struct PipeEnds {
    input: BufReader<Stdin>,
    /// Orders that arrived before a reply.
    early: VecDeque<WorkerCommand>,
    /// Standard output without line buffering.
    output: File,
    /// Answers that are not sent yet, and their number.
    unsent: Vec<u8>,
    waiting: usize,
    sent: Instant,
}

impl ParentPipe {
    /// Returns the pipe that this process was started with.
    ///
    /// # Errors
    /// If the handle of standard output cannot be duplicated.
    pub(crate) fn of_this_process() -> io::Result<ParentPipe> {
        let (input, output) = (BufReader::with_capacity(BUFFER, io::stdin()), standard_output()?);
        let (early, unsent, sent) = (VecDeque::new(), Vec::new(), Instant::now());
        Ok(ParentPipe(Arc::new(Mutex::new(PipeEnds { input, early, output, unsent, waiting: 0, sent }))))
    }

    /// Returns the next message.
    pub(crate) fn next(&self) -> Result<WorkerCommand, LinkError> {
        let mut ends = self.ends();
        match ends.early.pop_front() {
            Some(order) => Ok(order),
            None => Ok(frame::read(&mut ends.input, MOST_TO_WORKER)?),
        }
    }

    /// Sends a message, now or with the next ones. A message that is too long is replaced by a failure.
    pub(crate) fn answer(&self, answer: &WorkerAnswer) -> Result<(), LinkError> {
        let mut ends = self.ends();
        ends.append(answer)?;
        if ends.must_send() { Ok(ends.send()?) } else { Ok(()) }
    }

    /// Asks the parent. Orders that it sent before its reply come next.
    pub(crate) fn ask(&self, question: WorkerQuestion) -> Result<ParentReply, LinkError> {
        let mut ends = self.ends();
        ends.append(&WorkerAnswer::Ask(question))?;
        ends.send()?;
        loop {
            match frame::read(&mut ends.input, MOST_TO_WORKER)? {
                WorkerCommand::Reply(reply) => return Ok(reply),
                order => ends.early.push_back(order),
            }
        }
    }

    fn ends(&self) -> MutexGuard<'_, PipeEnds> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PipeEnds {
    fn append(&mut self, answer: &WorkerAnswer) -> Result<(), FrameError> {
        self.waiting += 1;
        match frame::append(&mut self.unsent, answer, MOST_FROM_WORKER) {
            Err(error @ FrameError::TooLong { .. }) => {
                frame::append(&mut self.unsent, &WorkerAnswer::Failed(error.to_string()), MOST_FROM_WORKER)
            }
            appended => appended,
        }
    }

    /// Returns `true` if the answers must be sent now: there is no other task, there are many answers, or they have
    /// waited long enough.
    fn must_send(&self) -> bool {
        let has_task = !self.early.is_empty() || frame::is_whole(self.input.buffer());
        let are_many = self.waiting >= WAITING || self.unsent.len() >= BUFFER;
        !has_task || are_many || self.sent.elapsed() >= TOGETHER
    }

    fn send(&mut self) -> Result<(), FrameError> {
        let sent = self.output.write_all(&self.unsent);
        self.unsent.clear();
        self.waiting = 0;
        self.sent = Instant::now();
        sent.map_err(FrameError::Pipe)
    }
}

#[cfg(unix)]
fn standard_output() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn standard_output() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}
