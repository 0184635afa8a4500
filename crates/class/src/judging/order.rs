//! What the teacher has the service play: tournaments, cycles of the ladder, judging again.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Dated, Moment};

/// Something that is to be played for the whole class.
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
        /// Pairings of everybody, on average.
        pairings: u32,
        /// Games of a pairing.
        games: u16,
    },
    /// What a ruling on a run has left to be played.
    Ruling {
        /// The name of the run's folder in the class's part for runs.
        run: String,
        /// The number of the ruling in the run, from 1.
        ruling: usize,
    },
    /// A preview of what judging all active versions again would change.
    Rejudgement,
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderEnd {
    /// The number of the order.
    pub order: u32,
    /// How it ended.
    #[serde(flatten)]
    pub outcome: OrderOutcome,
}

/// How an order ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum OrderOutcome {
    /// Everything was played.
    Complete,
    /// The teacher stopped it. What was played is kept.
    Stopped,
    /// It could not be played.
    Failed {
        /// Why not, and what to do.
        why: String,
    },
}

/// An order, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderState {
    /// When it was given.
    pub at: Moment,
    /// What it is.
    pub what: Order,
    /// How it ended; `None` as long as it has not.
    pub ended: Option<Dated<OrderOutcome>>,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Tournament { name } => f.write_str(name),
            Order::Cycle { cycle, .. } => write!(f, "cycle {cycle} of the ladder"),
            Order::Ruling { run, ruling } => write!(f, "what ruling {ruling} on {run} asks for"),
            Order::Rejudgement => f.write_str("judging again"),
        }
    }
}
