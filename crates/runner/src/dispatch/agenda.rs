//! What is to be played, and what happens to the results.

use std::fmt;
use std::sync::Arc;

use job::{ExecutorError, ExposedWorker};
use referee::Record;
use tournament::MatchKey;

use crate::match_job::MatchJob;

/// What the dispatcher plays for: a stage, a sequential test or a verification.
pub(crate) trait Agenda {
    /// Why it cannot continue.
    type Error: From<ExecutorError>;

    /// The number of matches set aside at which playing ends: a host that fails at this many will fail at the rest. When
    /// as many wait for their last try, they are played before anything else.
    const MOST_SET_ASIDE: usize = 64;

    /// The number of matches that are committed together while there is more to ask for. At 1, everything that was
    /// taken is reported before more is asked for, so that a caller that stops when a round is over stops before the
    /// next one.
    const GROUP: usize = 1;

    /// The number of jobs that an executor of this width may have at one time.
    fn ahead(&self, width: usize) -> usize;

    /// Returns the next jobs, about `room` at most: none when there is nothing to ask for until more results are in,
    /// and fewer than `room` also where finding them takes time.
    fn next_jobs(&mut self, room: usize) -> Result<Vec<MatchJob>, Self::Error>;

    /// Records what happened to a match that has no result yet.
    fn note(&mut self, incident: &Incident) -> Result<(), Self::Error>;

    /// Takes note of a worker that has sent a wrong record, and of the other matches that it has played.
    fn expose(&mut self, exposed: &ExposedWorker, matches: &[MatchKey]) -> Result<(), Self::Error> {
        let _ = (exposed, matches);
        Ok(())
    }

    /// Takes what was played, in any order.
    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), Self::Error>;

    /// Makes what was taken durable, then reports it.
    fn commit(&mut self) -> Result<(), Self::Error>;

    /// Whether everything was played, or nothing still to come can change anything. `out` is the number of jobs that
    /// have no result yet.
    fn is_over(&mut self, out: usize) -> bool;
}

/// Something that happened to a match before it had a result that counts. Its text is a line for the host's log.
#[derive(Clone, Debug)]
pub(crate) enum Incident {
    /// A bot exceeded the CPU guard.
    Slow {
        /// The match.
        key: MatchKey,
        /// The detail of the fault.
        why: Arc<str>,
        /// Whether the match waits to be played alone. If not, its result follows.
        again: bool,
    },
    /// The host failed.
    Void {
        /// The match.
        key: MatchKey,
        /// What failed.
        why: Arc<str>,
        /// The number of times that it has been tried.
        tries: u32,
        /// Whether this was the last try.
        is_last: bool,
    },
}

impl Incident {
    /// The match.
    pub(crate) fn key(&self) -> MatchKey {
        match self {
            Incident::Slow { key, .. } | Incident::Void { key, .. } => *key,
        }
    }
}

impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Incident::Slow { key, why, again: true } => {
                write!(f, "match {key} slow, replayed alone: {why}")
            }
            Incident::Slow { key, why, again: false } => {
                write!(f, "match {key} slow, not replayed: {why}")
            }
            Incident::Void { key, why, tries, .. } => write!(f, "match {key} void, try {tries}: {why}"),
        }
    }
}
