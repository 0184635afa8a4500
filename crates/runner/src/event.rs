//! Events of a run while it is played, in a single order.
//!
//! Events own their data, so they can be sent to another thread, such as a page that shows the run or a file of events.

use std::fmt;
use std::sync::Arc;

use game::{Outcome, PerSeat};
use referee::Reason;
use tournament::{EntrantId, MatchKey, Pairing, Standings};

/// Something that happened. A match is reported only after it is on disk.
#[derive(Clone, Debug)]
pub enum Event {
    /// An entrant's bot was refused.
    Refused {
        /// The entrant's name.
        entrant: Arc<str>,
        /// All reasons for the refusal.
        reasons: Arc<[String]>,
    },
    /// A stage begins or is resumed.
    StageStarted {
        /// The stage's index, from 0.
        index: usize,
        /// The stage's name.
        name: Arc<str>,
        /// Maximum number of matches.
        matches: u64,
        /// Number of matches that are already on record.
        already: u64,
    },
    /// The start positions of a stage are being found. Reported occasionally, to show progress.
    FindingOpenings {
        /// The stage's name.
        name: Arc<str>,
        /// Number of positions found so far.
        found: u32,
        /// Number of positions needed.
        of: u32,
    },
    /// A round of a Swiss could not be paired without two entrants that have met before.
    MetAgain {
        /// The stage's index, from 0.
        index: usize,
        /// The stage's name.
        name: Arc<str>,
        /// The round's index, from 0.
        round: u32,
        /// The two entrants.
        pairing: Pairing,
    },
    /// A match was played and is on disk.
    Played {
        /// The match.
        key: MatchKey,
        /// The entrant at each seat.
        entrants: PerSeat<EntrantId>,
        /// The outcome.
        outcome: Outcome,
        /// The reason why the match ended.
        reason: Reason,
    },
    /// A bot was slow: the match is played again alone. Reported for the operator of the host.
    Slow {
        /// The match.
        key: MatchKey,
        /// The detail of the fault.
        why: Arc<str>,
    },
    /// The host failed: the match is void, and is played again unless it has been tried three times.
    Void {
        /// The match.
        key: MatchKey,
        /// The failure.
        why: Arc<str>,
        /// Number of tries so far.
        tries: u32,
    },
    /// A worker of a fleet has sent a wrong record, which was detected and does not count.
    Exposed {
        /// The worker.
        worker: Arc<str>,
        /// The fault of the record.
        why: Arc<str>,
        /// The matches on record that it has played since this run was started. They should be verified.
        matches: Arc<[MatchKey]>,
    },
    /// The current standings. Reported occasionally, to show progress.
    Leading {
        /// The standings from the matches on record.
        standings: Arc<Standings>,
    },
    /// Playing a stage stopped before it was complete.
    StageInterrupted {
        /// The stage's index, from 0.
        index: usize,
        /// The stage's name.
        name: Arc<str>,
        /// The standings so far.
        standings: Arc<Standings>,
    },
    /// A stage is complete and sealed.
    StageFinished {
        /// The stage's index, from 0.
        index: usize,
        /// The stage's name.
        name: Arc<str>,
        /// The final standings of the stage.
        standings: Arc<Standings>,
    },
}

/// The way in which playing ended. All played matches of a run are on disk. Of a sequential test or a comparison that is
/// not complete, the pairs of games before the first missing one count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every stage is complete, the test has a verdict, or the comparison has all its games or used up its time.
    Complete,
    /// Playing was told to stop.
    Interrupted,
    /// The host failed three times at these matches.
    HostFailed {
        /// The matches in schedule order; at least one.
        matches: Vec<VoidMatch>,
    },
}

/// A match that was given up because the host failed at it three times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidMatch {
    /// The match.
    pub key: MatchKey,
    /// The failure of the last try.
    pub why: String,
}

impl fmt::Display for VoidMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}: {}", self.key, self.why)
    }
}

/// Events can be sent to other threads.
const _: () = {
    const fn can_be_sent<T: Clone + Send + 'static>() {}
    can_be_sent::<Event>();
    can_be_sent::<Ending>();
};
