//! The worker's end of the pipe.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, Stdin, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::frame::{self, FrameError, MOST_FROM_WORKER, MOST_TO_WORKER};
use crate::message::{Answer, Order, Question, Reply};
use crate::pipeline::JOBS;

/// Bytes that are read or sent at one time: as many as a pipe usually holds.
const BUFFER: usize = 64 << 10;
/// How long answers wait to be sent together while there are other tasks: as long as a worker has tasks for. Each answer
/// by itself would wake the parent, which costs up to a twentieth of a match of a millisecond.
const TOGETHER: Duration = Duration::from_millis(4);
/// How many wait at most: a quarter of the jobs that a worker has at one time, so that the parent sends more before it is
/// through with them.
const WAITING: usize = JOBS / 4;

/// Why a worker ends.
#[derive(Debug, Error)]
pub(crate) enum LinkError {
    /// There is no message.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The message does not belong here.
    #[error("a message came out of order")]
    OutOfOrder,
}

impl LinkError {
    /// Whether the parent has ended the pipe between two messages.
    pub(crate) fn is_end(&self) -> bool {
        matches!(self, LinkError::Frame(FrameError::Ended))
    }
}

/// The pipe to the parent. Whoever holds it holds the same one.
#[derive(Clone)]
pub(crate) struct Link(Arc<Mutex<Ends>>);

struct Ends {
    input: BufReader<Stdin>,
    /// Orders that came before a reply.
    early: VecDeque<Order>,
    /// The standard output, without the buffer that sends each line by itself.
    output: File,
    /// Answers that are not sent yet, and how many they are.
    unsent: Vec<u8>,
    waiting: usize,
    sent: Instant,
}

impl Link {
    /// The pipe that this process was started with.
    ///
    /// # Errors
    /// When the handle of the standard output cannot be duplicated.
    pub(crate) fn of_this_process() -> io::Result<Link> {
        let (input, output) = (BufReader::with_capacity(BUFFER, io::stdin()), standard_output()?);
        let (early, unsent, sent) = (VecDeque::new(), Vec::new(), Instant::now());
        Ok(Link(Arc::new(Mutex::new(Ends { input, early, output, unsent, waiting: 0, sent }))))
    }

    /// The next message.
    pub(crate) fn next(&self) -> Result<Order, LinkError> {
        let mut ends = self.ends();
        match ends.early.pop_front() {
            Some(order) => Ok(order),
            None => Ok(frame::read(&mut ends.input, MOST_TO_WORKER)?),
        }
    }

    /// Sends a message, now or with the next ones. One that is too long is replaced by that failure.
    pub(crate) fn answer(&self, answer: &Answer) -> Result<(), LinkError> {
        let mut ends = self.ends();
        ends.append(answer)?;
        if ends.must_send() { Ok(ends.send()?) } else { Ok(()) }
    }

    /// Asks the parent. Orders that it had sent before it replied come next.
    pub(crate) fn ask(&self, question: Question) -> Result<Reply, LinkError> {
        let mut ends = self.ends();
        ends.append(&Answer::Ask(question))?;
        ends.send()?;
        loop {
            match frame::read(&mut ends.input, MOST_TO_WORKER)? {
                Order::Reply(reply) => return Ok(reply),
                order => ends.early.push_back(order),
            }
        }
    }

    fn ends(&self) -> MutexGuard<'_, Ends> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ends {
    fn append(&mut self, answer: &Answer) -> Result<(), FrameError> {
        self.waiting += 1;
        match frame::append(&mut self.unsent, answer, MOST_FROM_WORKER) {
            Err(error @ FrameError::TooLong { .. }) => {
                frame::append(&mut self.unsent, &Answer::Failed(error.to_string()), MOST_FROM_WORKER)
            }
            appended => appended,
        }
    }

    /// Whether the answers are to be sent now: there is no other task, they are many, or they have waited long enough.
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
