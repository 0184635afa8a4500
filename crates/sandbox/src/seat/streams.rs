//! Standard input and output of a program, and its exchange with its player while it waits.

use bot_protocol::lines;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use super::question::Question;

/// Standard input and output of a program.
pub(crate) struct Streams {
    input: Vec<u8>,
    /// Number of bytes of the input that were read.
    read: usize,
    pub(crate) output: lines::Output,
    pub(crate) exchange: Arc<Exchange>,
}

impl Streams {
    pub(crate) fn new(input: String, exchange: Arc<Exchange>) -> Streams {
        Streams { input: input.into_bytes(), read: 0, output: lines::Output::default(), exchange }
    }

    /// Number of bytes that were not yet read.
    pub(crate) fn unread(&self) -> usize {
        self.input.len() - self.read
    }

    /// Adds a text to the input.
    pub(crate) fn add(&mut self, text: &str) {
        if self.unread() == 0 {
            self.input.clear();
            self.read = 0;
        }
        self.input.extend_from_slice(text.as_bytes());
    }

    /// Reads as much as is available and fits, and returns its length.
    pub(crate) fn read(&mut self, bytes: &mut [u8]) -> usize {
        let length = bytes.len().min(self.unread());
        bytes[..length].copy_from_slice(&self.input[self.read..][..length]);
        self.read += length;
        length
    }
}

/// The exchange between a player and a program that waits in the middle of a host call.
#[derive(Default)]
pub(crate) struct Exchange(Mutex<Passing>);

#[derive(Default)]
struct Passing {
    waits: bool,
    /// The question and its text, for the program.
    question: Option<(Question, String)>,
    /// The answer's code and the code last offered, for the player.
    answer: Option<(i64, Option<i64>)>,
    /// Fuel left when the program began to wait, or ended.
    left: u64,
}

impl Exchange {
    pub(crate) fn put_question(&self, question: Question, text: String) {
        self.passing().question = Some((question, text));
    }

    pub(crate) fn put_answer(&self, code: i64, offer: Option<i64>) {
        self.passing().answer = Some((code, offer));
    }

    pub(crate) fn take_answer(&self) -> Option<(i64, Option<i64>)> {
        self.passing().answer.take()
    }

    /// Notes that the program waits from now on.
    pub(crate) fn wait(&self, left: u64) {
        let mut passing = self.passing();
        passing.waits = true;
        passing.left = left;
    }

    /// Notes the fuel left at the end.
    pub(crate) fn end(&self, left: u64) {
        self.passing().left = left;
    }

    pub(crate) fn waits(&self) -> bool {
        self.passing().waits
    }

    pub(crate) fn left(&self) -> u64 {
        self.passing().left
    }

    /// Returns the next question, once there is one.
    pub(crate) fn poll_question(&self) -> Poll<(Question, String)> {
        let mut passing = self.passing();
        match passing.question.take() {
            Some(question) => {
                passing.waits = false;
                Poll::Ready(question)
            }
            None => Poll::Pending,
        }
    }

    /// Ignores poisoning: no operation under the lock can leave it half done.
    fn passing(&self) -> MutexGuard<'_, Passing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
