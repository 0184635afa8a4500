//! The messages between a parent and its worker.
//!
//! The parent begins with [`Order::Begin`], and the worker answers that it is ready. After that each task is answered
//! once; before that answer the worker may ask for what the task needs. What matches have in common is sent once, and named
//! by its number from then on, counted from 0 in the order of sending. A module is asked for when a match first needs it.
//! A worker may be sent the next tasks before it has answered, and answers in their order.

mod bytes;
mod figures;

use std::collections::BTreeMap;

use hash::Hash;
use job::{Caps, NotBuilt, Record, SeatJob, SeatRecord, SizeClass};
use serde::{Deserialize, Serialize};

pub use self::figures::{FailureText, RetracedAnswer, RetracedSeat, StartFigures};

use crate::{Protection, Strictness};

/// From the parent to its worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// The first message.
    Begin(Setup),
    /// What matches have in common: the next number.
    Terms(CommonTerms),
    /// What plays at a seat: the next number.
    Seat(SeatJob),
    /// All numbers are forgotten.
    Forget,
    /// A task: play a match.
    Play(MatchOrder),
    /// A task: make a module of a script.
    Build(BuildOrder),
    /// A task: start what plays at a seat, and ask it for its first move.
    Measure {
        /// The number of what the match would have in common with others.
        terms: u32,
        /// The number of what plays.
        seat: u32,
    },
    /// A task: ask a module again what was asked at a seat of a recorded match.
    Retrace {
        /// What is recorded.
        record: Box<SeatRecord>,
        /// The module.
        module: Hash,
        /// The caps that it was admitted under.
        size: SizeClass,
    },
    /// What the worker asked for.
    Reply(Reply),
}

/// What a worker is, for its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Process id of the parent.
    pub parent: u32,
    /// Whether it may go on without some protections.
    pub strictness: Strictness,
    /// Instances at one time.
    pub instances: u32,
    /// Processor time that it may use, in seconds.
    pub seconds: u64,
    /// Memory that it may write to, in bytes.
    pub bytes: u64,
}

/// What matches have in common, in text ([`job::Terms`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommonTerms {
    /// The fingerprint of the engine and rules that must play.
    pub engine: String,
    /// The game's name.
    pub game: String,
    /// The rule options in their canonical text.
    pub rules: String,
    /// The limits in their canonical text.
    pub limits: String,
}

/// A match to be played.
#[derive(Debug, Serialize, Deserialize)]
pub struct MatchOrder {
    /// The number of what it has in common with others.
    pub terms: u32,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<String>,
    /// The seed of all randomness in the match.
    pub seed: [u8; 32],
    /// The numbers of what plays, the first seat first.
    pub seats: [u32; 2],
}

/// A script to be built.
#[derive(Debug, Serialize, Deserialize)]
pub struct BuildOrder {
    /// The name of its file among the sources.
    pub entry: String,
    /// The game's name; `None` if its imports tell that.
    pub game: Option<String>,
}

/// What a worker is given of what it asked for.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    /// Bytes: a module, a decision about one, a file; `None` if there are none.
    Bytes(#[serde(with = "bytes")] Option<Vec<u8>>),
    /// The file is there and cannot be read, in words.
    Unreadable(String),
    /// Whether there is such a file.
    Has(bool),
    /// Names of files.
    Names(Vec<String>),
}

/// From a worker to its parent.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    /// It is confined, and waits for tasks.
    Ready {
        /// The fingerprint of its engine.
        engine: String,
        /// The protections that are missing.
        missing: Vec<Protection>,
    },
    /// It is not confined as it must be, and ends.
    Unprotected(Vec<Protection>),
    /// It needs something for its task.
    Ask(Question),
    /// The match was played.
    Played {
        /// Its record.
        record: Box<Record>,
        /// Nanoseconds of wall time that it took: how many others are handed out together depends on it, and nothing else.
        nanos: u64,
    },
    /// The host failed: the match is void, or nothing is known of the script.
    Failed(String),
    /// The script was built, or not.
    Built(Result<BuiltScript, NotBuilt>),
    /// What the beginning of a match takes.
    Measured(StartFigures),
    /// The module was asked again.
    Retraced(Box<RetracedSeat>),
}

/// What a worker needs for its task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// The bytes of a module.
    Module(Hash),
    /// What was decided about a module under these caps or, without caps, about the code part of this name.
    Decision {
        /// The module or code part.
        name: Hash,
        /// The caps.
        caps: Option<Caps>,
    },
    /// Whether there may be a file of this name.
    Has(String),
    /// A file of the script.
    File {
        /// Its name.
        name: String,
        /// Bytes to read at most.
        most: u64,
    },
    /// Files that the script may ask for, by their endings.
    Near(Vec<String>),
}

/// A module that was made of a script ([`job::ScriptBuild`]).
#[derive(Debug, Serialize, Deserialize)]
pub struct BuiltScript {
    /// The module.
    #[serde(with = "bytes::whole")]
    pub module: Vec<u8>,
    /// The name of the game that it plays.
    pub game: String,
    /// The language that it is written in.
    pub language: String,
    /// What the script printed while it was loaded.
    pub log: String,
    /// The files that it is made of, by their names.
    pub sources: BTreeMap<String, String>,
}

#[cfg(test)]
mod tests;
