//! Jobs on the slots, each until it has a result that counts.
//!
//! A match at which the host failed is void and is tried again, three times at most. A match in which a bot
//! passed the safety net of its clock is played once more with no other beside it; what comes of that counts,
//! the fault `slow` included. Whoever takes results sees neither slots nor bookkeeping.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use referee::{Fault, Loss, Record};
use tournament::MatchKey;

use crate::job::MatchJob;
use crate::slots::{Finished, Slots};

/// How often a void match is tried.
const TRIES: u32 = 3;

/// What became of a job that came back from the slots.
pub(crate) enum Tried {
    /// It was played, and the result counts.
    Played(MatchJob, Box<Record>),
    /// A bot passed the net: the match waits to be played alone.
    Slow {
        /// Which.
        key: MatchKey,
        /// The fault's detail.
        why: String,
    },
    /// The host failed.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: String,
        /// How often it has been tried.
        tries: u32,
        /// Whether it is not tried again.
        last: bool,
    },
}

/// The jobs that were given to the slots and have no result yet.
pub(crate) struct Tries<'a> {
    slots: &'a Slots,
    in_flight: usize,
    /// Matches that passed the net once and have to be played with no other beside them.
    alone: Vec<MatchJob>,
    /// The match that is being played alone.
    alone_now: Option<MatchKey>,
    failed: BTreeMap<MatchKey, u32>,
}

impl<'a> Tries<'a> {
    pub(crate) fn new(slots: &'a Slots) -> Tries<'a> {
        Tries { slots, in_flight: 0, alone: Vec::new(), alone_now: None, failed: BTreeMap::new() }
    }

    /// Jobs that are queued or being played. Those that wait to be played alone are not among them.
    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight
    }

    /// Gives jobs to the slots.
    pub(crate) fn submit(&mut self, jobs: impl IntoIterator<Item = MatchJob, IntoIter: ExactSizeIterator>) {
        let jobs = jobs.into_iter();
        self.in_flight += jobs.len();
        self.slots.submit(jobs);
    }

    /// Whether nothing else may be given to the slots, because a match is to be played alone. It begins as soon
    /// as the slots are empty.
    pub(crate) fn hold_for_one_alone(&mut self) -> bool {
        if self.in_flight == 0
            && let Some(job) = self.alone.pop()
        {
            self.alone_now = Some(job.key);
            self.submit([job]);
        }
        self.alone_now.is_some() || !self.alone.is_empty()
    }

    /// Gives up every job that no slot has begun.
    pub(crate) fn take_back(&mut self) {
        self.alone.clear();
        self.in_flight -= self.slots.take_back();
    }

    /// Waits for results, at most so long. Gives what became of each, in the order in which they came.
    pub(crate) fn collect(&mut self, patience: Duration) -> Vec<Tried> {
        let finished = self.slots.collect(patience);
        self.in_flight -= finished.len();
        finished.into_iter().map(|finished| self.judge(finished)).collect()
    }

    fn judge(&mut self, Finished { job, result }: Finished) -> Tried {
        let key = job.key;
        let was_alone = self.alone_now.take_if(|alone| *alone == key).is_some();
        match result {
            Ok(record) => match slow_loss(&record) {
                Some(loss) if !was_alone => {
                    let why = loss.failure.detail.clone();
                    tracing::info!(%key, why, "slow; it is played again alone");
                    self.alone.push(job);
                    Tried::Slow { key, why }
                }
                _ => Tried::Played(job, Box::new(record)),
            },
            Err(error) => {
                let tries = self.failed.entry(key).or_default();
                *tries += 1;
                let (tries, last) = (*tries, *tries >= TRIES);
                if !last {
                    self.submit([job]);
                }
                Tried::Void { key, why: describe(&error), tries, last }
            }
        }
    }
}

/// The loss by the one fault that depends on the machine, if there is one.
pub(crate) fn slow_loss(record: &Record) -> Option<&Loss> {
    record.losses.0.iter().flatten().map(|loss| &**loss).find(|loss| loss.failure.fault == Fault::Slow)
}

/// An error with its causes.
fn describe(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests;
