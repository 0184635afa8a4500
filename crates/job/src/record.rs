//! The record of a match in its written form.

use game::{Outcome, PerSeat, Seat};
use referee::Fault;
use serde::{Deserialize, Serialize};

use crate::{Format, wire};

/// The record of a match in its written form. `try_from` converts it to a [`referee::Record`], and refuses a record
/// that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the written form.
    pub format: Format,
    /// Who won, if anyone.
    #[serde(with = "wire::outcome")]
    pub outcome: Outcome,
    /// Why the match ended so.
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
    /// How each seat failed, if it did.
    #[serde(with = "wire::per_seat")]
    pub losses: PerSeat<Option<Loss>>,
    /// What the players left behind.
    #[serde(with = "wire::per_seat")]
    pub closings: PerSeat<Closing>,
}

/// Why a match ended: [`referee::Reason`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// By the game's rules.
    Rules {
        /// In the game's words.
        words: String,
    },
    /// A seat failed; the other won.
    Forfeit {
        /// The seat that failed.
        #[serde(with = "wire::Seat")]
        seat: Seat,
        /// How it failed.
        #[serde(with = "wire::text")]
        fault: Fault,
    },
    /// Both seats failed in the same ply, and not both by time: a draw.
    DoubleForfeit {
        /// How the first seat failed.
        #[serde(with = "wire::text")]
        first: Fault,
        /// How the second seat failed.
        #[serde(with = "wire::text")]
        second: Fault,
    },
    /// Both clocks ran out in the same ply: the board was adjudicated.
    BothOutOfTime,
    /// The limit of plies was reached: the board was adjudicated.
    PlyLimit,
}

/// The call in which a seat failed: [`referee::Loss`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// How it failed.
    #[serde(with = "wire::text")]
    pub fault: Fault,
    /// A description of the failure.
    pub detail: String,
    /// The wasm backtrace of a trap, innermost function first; empty otherwise.
    pub backtrace: Vec<String>,
    /// The ply that the seat was asked for, from 0.
    pub ply: u32,
    /// The text of the position in which it was asked.
    pub position: String,
    /// The view that it was given.
    #[serde(with = "hash::hex")]
    pub view: Vec<u8>,
    /// Ticks that the failing call used.
    pub spent: u64,
}

/// What a player left behind: [`referee::Closing`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// What it logged, cut at the limit.
    #[serde(with = "hash::hex")]
    pub log: Vec<u8>,
    /// In which ply each part of the log was written, in order.
    pub log_marks: Vec<Mark>,
    /// The number of bytes logged beyond the limit, which were dropped.
    pub log_dropped: u64,
    /// The peak size of its memory in bytes.
    pub memory_peak: u64,
}

/// Where a ply's part of a log begins: [`referee::LogMark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The ply that the player was asked for, from 0.
    pub ply: u32,
    /// The number of bytes of the log before this part.
    pub offset: u64,
}
