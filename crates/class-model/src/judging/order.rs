//! Orders of the teacher to the service: tournaments, cycles of the ladder, judging again, verifications.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Dated, Moment};

/// An order to play games for the whole class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Order {
    /// A tournament, whose text is in the class's part for tournaments.
    Tournament {
        /// The name of the text's file, without its ending, and of the run's folder.
        name: String,
    },
    /// A cycle of the ladder.
    Cycle {
        /// The number of the cycle, from 1.
        cycle: u32,
        /// Average number of pairings of a participant.
        pairings: u32,
        /// Number of games of a pairing.
        games: u16,
    },
    /// The matches that a ruling on a run leaves to be played.
    Ruling {
        /// The name of the run's folder in the class's part for runs.
        run: String,
        /// The number of the ruling in the run, from 1.
        ruling: usize,
    },
    /// A preview of what judging all active versions again would change.
    Rejudgement,
    /// A comparison of a run with its record, for which all its matches are played again.
    Verification {
        /// The name of the run's folder in the class's part for runs.
        run: String,
    },
}

/// The end of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderEnd {
    /// The number of the order.
    pub order: u32,
    /// The outcome.
    #[serde(flatten)]
    pub outcome: OrderOutcome,
}

/// The outcome of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum OrderOutcome {
    /// Everything was played.
    Complete,
    /// The teacher stopped it. Finished games are kept.
    Stopped,
    /// It could not be played.
    Failed {
        /// The reason, with advice.
        why: String,
    },
}

/// An order and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderState {
    /// Time of the order.
    pub at: Moment,
    /// The order.
    pub what: Order,
    /// The outcome; `None` while the order is open.
    pub ended: Option<Dated<OrderOutcome>>,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Tournament { name } => f.write_str(name),
            Order::Cycle { cycle, .. } => write!(f, "cycle {cycle} of the ladder"),
            Order::Ruling { run, ruling } => write!(f, "the replay for ruling {ruling} on {run}"),
            Order::Rejudgement => f.write_str("re-judging"),
            Order::Verification { run } => write!(f, "the verification of {run}"),
        }
    }
}
