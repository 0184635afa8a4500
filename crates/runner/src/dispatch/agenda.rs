//! What is to be played, and what becomes of it.

use std::fmt;
use std::sync::Arc;

use referee::Record;
use tournament::MatchKey;

use crate::executor::ExecutorError;
use crate::match_job::MatchJob;

/// What the dispatcher plays for: a stage, a sequential test, a verification.
pub(crate) trait Agenda {
    /// Why it cannot go on.
    type Error: From<ExecutorError>;

    /// Matches set aside at which playing ends: where the host fails at so many, it fails at the rest.
    const MOST_SET_ASIDE: usize = 64;

    /// Matches that are committed together while there is more to ask for. At 1 everything that was taken is told before
    /// more is asked for, so that whoever stops when a round is over stops before the next.
    const GROUP: usize = 1;

    /// Jobs that an executor of this width may have at one time.
    fn ahead(&self, width: usize) -> usize;

    /// The next jobs, about `room` at most. Returns none when there is nothing to ask for before more results are in,
    /// and fewer than `room` also where finding them takes time.
    fn next_jobs(&mut self, room: usize) -> Result<Vec<MatchJob>, Self::Error>;

    /// Writes down what happened to a match that has no result yet.
    fn note(&mut self, incident: &Incident) -> Result<(), Self::Error>;

    /// Takes what was played, in any order.
    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), Self::Error>;

    /// Makes what was taken durable, then tells it.
    fn commit(&mut self) -> Result<(), Self::Error>;

    /// Whether everything was played, or nothing that is still to come can change anything, when this number of jobs
    /// have no result.
    fn is_over(&mut self, out: usize) -> bool;
}

/// Something that happened to a match before it has a result that counts. Its text is a line for the host's log.
#[derive(Clone, Debug)]
pub(crate) enum Incident {
    /// A bot exceeded the CPU guard.
    Slow {
        /// In which match.
        key: MatchKey,
        /// The fault's detail.
        why: Arc<str>,
        /// Whether the match waits to be played alone. Where it does not, its result follows.
        again: bool,
    },
    /// The host failed.
    Void {
        /// Which match.
        key: MatchKey,
        /// What failed.
        why: Arc<str>,
        /// How often it has been tried.
        tries: u32,
        /// Whether it is not tried again.
        is_last: bool,
    },
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
