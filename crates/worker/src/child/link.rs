//! The worker's end of the pipe.

use std::io::{BufReader, Stdin, Stdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use crate::frame::{self, FrameError, MOST_FROM_WORKER, MOST_TO_WORKER};
use crate::message::{Answer, Order, Question, Reply};

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
    output: Stdout,
}

impl Link {
    pub(crate) fn new(input: Stdin, output: Stdout) -> Link {
        Link(Arc::new(Mutex::new(Ends { input: BufReader::new(input), output })))
    }

    /// The next message.
    pub(crate) fn next(&self) -> Result<Order, LinkError> {
        Ok(frame::read(&mut self.ends().input, MOST_TO_WORKER)?)
    }

    /// Sends a message. One that is too long is replaced by that failure.
    pub(crate) fn answer(&self, answer: &Answer) -> Result<(), LinkError> {
        let output = &mut self.ends().output;
        match frame::write(output, answer, MOST_FROM_WORKER) {
            Err(error @ FrameError::TooLong { .. }) => {
                Ok(frame::write(output, &Answer::Failed(error.to_string()), MOST_FROM_WORKER)?)
            }
            written => Ok(written?),
        }
    }

    /// Asks the parent.
    pub(crate) fn ask(&self, question: Question) -> Result<Reply, LinkError> {
        self.answer(&Answer::Ask(question))?;
        match self.next()? {
            Order::Reply(reply) => Ok(reply),
            _ => Err(LinkError::OutOfOrder),
        }
    }

    fn ends(&self) -> MutexGuard<'_, Ends> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
