//! What a run tells while it goes on, in one order.

use game::{Outcome, PerSeat};
use tournament::{EntrantId, MatchKey, Pairing, Standings};

/// Something that happened. A match is told only after it is on the disk.
#[derive(Debug)]
pub enum Event<'a> {
    /// An entrant's bot was refused at the door.
    Refused {
        /// The entrant's name.
        entrant: &'a str,
        /// All reasons.
        reasons: &'a [String],
    },
    /// A stage begins or is taken up again.
    StageStarted {
        /// From 0.
        index: usize,
        /// Its name.
        name: &'a str,
        /// Matches at most.
        matches: u64,
        /// Matches that are on record already.
        already: u64,
    },
    /// The start positions of a stage are being found, now and then, for people who watch.
    FindingOpenings {
        /// The stage's name.
        name: &'a str,
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
        name: &'a str,
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
        reason: &'a str,
    },
    /// The host failed: the match is void and is played again.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: &'a str,
        /// How often it has been tried.
        tries: u32,
    },
    /// The table so far, now and then, for people who watch.
    Leading {
        /// By what is on record.
        standings: &'a Standings,
    },
    /// A stage was interrupted.
    StageInterrupted {
        /// From 0.
        index: usize,
        /// Its name.
        name: &'a str,
        /// The table so far.
        standings: &'a Standings,
    },
    /// A stage is complete and sealed.
    StageFinished {
        /// From 0.
        index: usize,
        /// Its name.
        name: &'a str,
        /// Its table.
        standings: &'a Standings,
    },
}

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every stage is complete.
    Complete,
    /// It was told to stop; what was played is on the disk.
    Interrupted,
    /// The host failed three times at one match.
    HostFailed {
        /// The match.
        key: MatchKey,
        /// What failed the last time.
        why: String,
    },
}
