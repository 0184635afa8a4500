//! The interface between the dispatcher and the matches that it plays.

use std::fmt;
use std::sync::Arc;

use job::ExposedWorker;
use referee::Record;
use tournament::MatchKey;

use crate::error::RunError;
use crate::match_job::MatchJob;

/// The purpose of playing: a stage, a sequential test or a verification.
pub(crate) trait Agenda {
    /// Number of matches set aside after which playing ends: a host that fails at this many would fail at the rest,
    /// too. When the same number wait for their last try, they are played before anything else.
    const MOST_SET_ASIDE: usize = 64;

    /// Number of matches that are committed together while there is more to request. At 1, every result is reported
    /// before more jobs are requested, so a caller that stops when a round is over stops before the next one.
    const GROUP: usize = 1;

    /// Maximum number of jobs that an executor of this width has at one time.
    fn ahead(&self, width: usize) -> usize;

    /// Returns the next jobs, about `room` at most. Returns none if further jobs depend on missing results, and fewer
    /// than `room` also if finding them takes time.
    fn next_jobs(&mut self, room: usize) -> Result<Vec<MatchJob>, RunError>;

    /// Records an incident of a match that has no result yet.
    fn note(&mut self, incident: &Incident) -> Result<(), RunError>;

    /// Notes a worker that has sent a wrong record, and the other matches that it has played.
    fn expose(&mut self, exposed: &ExposedWorker, matches: &[MatchKey]) -> Result<(), RunError> {
        let _ = (exposed, matches);
        Ok(())
    }

    /// Takes results, in any order.
    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError>;

    /// Makes the taken results durable, then reports them.
    fn commit(&mut self) -> Result<(), RunError>;

    /// Returns `true` if everything was played, or no missing result can change anything. `out` is the number of jobs
    /// without results.
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
        /// `true` if the match waits to be played alone. Otherwise, its result follows.
        again: bool,
    },
    /// The host failed.
    Void {
        /// The match.
        key: MatchKey,
        /// The failure.
        why: Arc<str>,
        /// Number of tries so far.
        tries: u32,
        /// `true` if this was the last try.
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
