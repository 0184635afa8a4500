//! What a run tells while it goes on, in one order.
//!
//! Events own what they tell, so that they can be sent to another thread: a page that shows the run, a file of events.

use std::fmt;
use std::sync::Arc;

use game::{Outcome, PerSeat};
use referee::Reason;
use tournament::{EntrantId, MatchKey, Pairing, Standings};

/// Something that happened. A match is told only after it is on the disk.
#[derive(Clone, Debug)]
pub enum Event {
    /// An entrant's bot was refused at the door.
    Refused {
        /// The entrant's name.
        entrant: Arc<str>,
        /// All reasons.
        reasons: Arc<[String]>,
    },
    /// A stage begins or is resumed.
    StageStarted {
        /// From 0.
        index: usize,
        /// Its name.
        name: Arc<str>,
        /// Matches at most.
        matches: u64,
        /// Matches that are on record already.
        already: u64,
    },
    /// The start positions of a stage are being found, now and then, for people who watch.
    FindingOpenings {
        /// The stage's name.
        name: Arc<str>,
        /// How many were found so far.
        found: u32,
        /// How many there are to be.
        of: u32,
    },
    /// A round of a Swiss could not be paired without two who have met before.
    MetAgain {
        /// The stage, from 0.
        index: usize,
        /// Its name.
        name: Arc<str>,
        /// From 0.
        round: u32,
        /// The two.
        pairing: Pairing,
    },
    /// A match was played and is on the disk.
    Played {
        /// Which.
        key: MatchKey,
        /// Who sat where.
        entrants: PerSeat<EntrantId>,
        /// What happened.
        outcome: Outcome,
        /// Why.
        reason: Reason,
    },
    /// The host failed: the match is void, and is played again unless it has been tried three times.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: Arc<str>,
        /// How often it has been tried.
        tries: u32,
    },
    /// The table so far, now and then, for people who watch.
    Leading {
        /// By what is on record.
        standings: Arc<Standings>,
    },
    /// A stage ends before everything of it was played.
    StageInterrupted {
        /// From 0.
        index: usize,
        /// Its name.
        name: Arc<str>,
        /// The table so far.
        standings: Arc<Standings>,
    },
    /// A stage is complete and sealed.
    StageFinished {
        /// From 0.
        index: usize,
        /// Its name.
        name: Arc<str>,
        /// Its table.
        standings: Arc<Standings>,
    },
}

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every stage is complete.
    Complete,
    /// It was told to stop; what was played is on the disk.
    Interrupted,
    /// The host failed three times at these matches; what does not depend on them was played and is on the disk.
    HostFailed {
        /// The matches in schedule order; at least one.
        matches: Vec<VoidMatch>,
    },
}

/// A match that was given up because the host failed at it three times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidMatch {
    /// Which.
    pub key: MatchKey,
    /// What failed the last time.
    pub why: String,
}

impl fmt::Display for VoidMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "match {}: {}", self.key, self.why)
    }
}

/// Events reach other threads.
const _: () = {
    const fn can_be_sent<T: Clone + Send + 'static>() {}
    can_be_sent::<Event>();
    can_be_sent::<Ending>();
};
