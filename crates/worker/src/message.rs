//! The messages between a parent and its worker.
//!
//! The parent starts with [`WorkerCommand::Begin`], and the worker answers that it is ready. After that each task is
//! answered once; before that answer the worker may ask for data that the task needs. Terms and seats that matches
//! share are sent once, and are then referred to by number, counted from 0 in the order of sending. The worker asks for
//! a module when a match first needs it. It may receive the next tasks before it has answered, and answers in their
//! order.

use std::collections::BTreeMap;

use bytes::Bytes;
use hash::Hash;
use job::{Caps, NotBuilt, Record, SeatJob, SeatRecord, SizeClass, Terms};
use play::{RetraceEnd, RetraceSummary, StartCost};
use serde::{Deserialize, Serialize};

use crate::{Protection, Strictness};

/// From the parent to its worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum WorkerCommand {
    /// The first message.
    Begin(Setup),
    /// The terms that matches share, under the next number.
    Terms(Terms),
    /// A player for a seat, under the next number.
    Seat(SeatJob),
    /// Forgets all numbers.
    Forget,
    /// The task of playing a match.
    Play(MatchOrder),
    /// The task of making a module from a script.
    Build {
        /// The name of the script's file among the sources.
        entry: String,
        /// The game's key; `None` if the script's imports determine it.
        game: Option<String>,
    },
    /// The task of starting a seat's player and asking it for its first move.
    Measure {
        /// The number of the match's terms.
        terms: u32,
        /// The number of the seat's player.
        seat: u32,
    },
    /// The task of asking a module again the questions to a seat of a recorded match.
    Retrace {
        /// The record.
        record: Box<SeatRecord>,
        /// The module.
        module: Hash,
        /// The size class under whose caps it was admitted.
        size: SizeClass,
        /// The last question.
        until: RetraceEnd,
    },
    /// The reply to the worker's question.
    Reply(ParentReply),
}

/// The settings of a worker for its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Process id of the parent.
    pub parent: u32,
    /// Permission to continue without some protections.
    pub strictness: Strictness,
    /// Maximum number of instances at the same time.
    pub instances: u32,
    /// Processor time that it may use, in seconds.
    pub seconds: u64,
    /// Memory that it may write to, in bytes.
    pub bytes: u64,
}

/// A match to be played.
#[derive(Debug, Serialize, Deserialize)]
pub struct MatchOrder {
    /// The number of its terms.
    pub terms: u32,
    /// The text of the start position; `None` for the game's own position.
    pub start: Option<String>,
    /// The seed of all randomness in the match.
    pub seed: [u8; 32],
    /// The seed of chance, if it is another one.
    pub luck: Option<[u8; 32]>,
    /// The numbers of the players, the first seat first.
    pub seats: [u32; 2],
}

/// The reply to a worker's question.
#[derive(Debug, Serialize, Deserialize)]
pub enum ParentReply {
    /// The bytes of a module, a decision or a file; `None` if there are none.
    Bytes(Option<Bytes>),
    /// The reason why an existing file cannot be read.
    Unreadable(String),
    /// `true` if the file exists.
    Has(bool),
    /// The names of files.
    Names(Vec<String>),
}

/// From a worker to its parent.
#[derive(Debug, Serialize, Deserialize)]
pub enum WorkerAnswer {
    /// The worker is confined, and waits for tasks.
    Ready {
        /// The fingerprint of its engine.
        engine: String,
        /// The protections that are missing.
        missing: Vec<Protection>,
    },
    /// The worker is not confined as required, and ends.
    Unprotected(Vec<Protection>),
    /// The worker needs data for its task.
    Ask(WorkerQuestion),
    /// The match was played.
    Played {
        /// Its record.
        record: Box<Record>,
        /// Nanoseconds of wall time that it took. They affect only the number of matches that are sent ahead.
        nanos: u64,
    },
    /// The host failed: the match is void, or the script is undecided.
    Failed(String),
    /// The script was built or refused.
    Built(Result<BuiltScript, NotBuilt>),
    /// The cost of a match's start was measured.
    Measured(StartCost),
    /// The module was asked again.
    Retraced(Box<RetraceSummary>),
}

/// A worker's question during its task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WorkerQuestion {
    /// The bytes of a module.
    Module(Hash),
    /// The decision about a module under these caps or, without caps, about the code part of this name.
    Decision {
        /// The module or code part.
        name: Hash,
        /// The caps.
        caps: Option<Caps>,
    },
    /// The existence of a file of this name.
    Has(String),
    /// A file of the script.
    File {
        /// Its name.
        name: String,
        /// Maximum number of bytes to read.
        most: u64,
    },
    /// Files that the script may ask for, by their extensions.
    Near(Vec<String>),
}

/// A module made from a script ([`job::ScriptBuild`]).
#[derive(Debug, Serialize, Deserialize)]
pub struct BuiltScript {
    /// The module.
    pub module: Bytes,
    /// The name of the game that it plays.
    pub game: String,
    /// Its language.
    pub language: String,
    /// The script's output during loading.
    pub log: String,
    /// The files that it is made of, by name.
    pub sources: BTreeMap<String, String>,
}

#[cfg(test)]
mod tests;
