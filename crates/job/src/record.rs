//! The record of a match in its written form.

use game::{Outcome, PerSeat, Seat};
use referee::Fault;
use serde::{Deserialize, Serialize};

use crate::{Format, wire};

/// The record of a match in its written form. `try_from` converts it to a [`referee::Record`] and refuses a record that
/// contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the written form.
    pub format: Format,
    /// The winner, or a draw.
    #[serde(with = "wire::outcome")]
    pub outcome: Outcome,
    /// The reason the match ended.
    pub reason: Reason,
    /// The actions ([`referee::transcript`]).
    #[serde(with = "hash::hex")]
    pub transcript: Vec<u8>,
    /// Number of complete plies.
    pub plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    #[serde(with = "wire::per_seat")]
    pub metrics: PerSeat<Vec<i64>>,
    /// Ticks that each seat used, including a failing call.
    #[serde(with = "wire::per_seat")]
    pub spent: PerSeat<u64>,
    /// Each seat's failure; `None` if it did not fail.
    #[serde(with = "wire::per_seat")]
    pub losses: PerSeat<Option<Loss>>,
    /// Each player's log and peak memory.
    #[serde(with = "wire::per_seat")]
    pub closings: PerSeat<Closing>,
}

/// The reason a match ended: [`referee::Reason`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// By the game's rules.
    Rules {
        /// The reason in the game's words.
        words: String,
    },
    /// A seat failed; the other won.
    Forfeit {
        /// The seat that failed.
        #[serde(with = "wire::Seat")]
        seat: Seat,
        /// Its failure.
        #[serde(with = "wire::text")]
        fault: Fault,
    },
    /// Both seats failed in the same ply, not both by timeout: a draw.
    DoubleForfeit {
        /// The first seat's failure.
        #[serde(with = "wire::text")]
        first: Fault,
        /// The second seat's failure.
        #[serde(with = "wire::text")]
        second: Fault,
    },
    /// Both clocks ran out in the same ply: the board was adjudicated.
    BothOutOfTime,
    /// The ply limit was reached: the board was adjudicated.
    PlyLimit,
}

/// The call in which a seat failed: [`referee::Loss`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// The kind of failure.
    #[serde(with = "wire::text")]
    pub fault: Fault,
    /// A description of the failure.
    pub detail: String,
    /// The wasm backtrace of a trap, innermost function first; empty otherwise.
    pub backtrace: Vec<String>,
    /// The ply in which the seat was asked for an action, from 0.
    pub ply: u32,
    /// The text of the position in that ply.
    pub position: String,
    /// The view passed to the seat.
    #[serde(with = "hash::hex")]
    pub view: Vec<u8>,
    /// Ticks that the failing call used.
    pub spent: u64,
}

/// A player's log and peak memory: [`referee::Closing`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The log, cut at the limit.
    #[serde(with = "hash::hex")]
    pub log: Vec<u8>,
    /// The start of each ply's part of the log, in order.
    pub log_marks: Vec<Mark>,
    /// Number of bytes logged beyond the limit, which were dropped.
    pub log_dropped: u64,
    /// Peak size of the memory in bytes.
    pub memory_peak: u64,
}

/// The start of a ply's part of a log: [`referee::LogMark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The ply in which the player was asked for an action, from 0.
    pub ply: u32,
    /// Number of bytes of the log before this part.
    pub offset: u64,
}
