//! One match, from seats to verdict and transcript.
//!
//! [`Match`] is a state machine: it names the seats to ask ([`Match::waiting`]), makes each one's [`Ask`], is
//! fed the [`Answer`]s, and when a ply is complete applies it or ends the match with a verdict. It neither
//! blocks nor awaits, reads no clock and knows no particular game, so that a person's match takes no thread
//! while the person thinks, and a recorded match is replayed by feeding the answers again.
//!
//! A bot's failure is a value ([`Failure`], inside an answer); the host's failure is an error
//! ([`HostFailure`]): the match is void and neither seat has lost it.
//!
//! In reading order:
//!
//! - [`Ticks`], [`Clock`], [`Limits`], [`CpuGuard`]: what a match may use; [`Clocks`]: what is left of it.
//! - [`MatchSeed`]: where its randomness comes from.
//! - [`Fault`], [`Failure`]: how a bot fails; [`AccountKind`]: what a script's interpreter says of it.
//! - [`Player`], [`Ask`], [`Answer`]: what fills a seat; [`BoundedLog`], [`LogRule`]: what it logs.
//! - [`Match`], [`Scene`], [`Played`], [`Assessment`]: the state machine and what it works on.
//! - [`Verdict`], [`Reason`], [`Record`], [`Loss`]: how it ended.
//! - [`play`]: drives a match whose players answer at once.
//! - [`Builtin`]: players that need no wasm.
//! - [`transcript`]: the actions of a match as bytes; [`history`]: those that a bot may know; [`log_marks`]: the plies
//!   of a log; [`leb128`]: their numbers.

mod account;
mod bounded_log;
mod builtin;
mod clock;
mod clocks;
mod cpu_guard;
mod drive;
mod fault;
pub mod history;
pub mod leb128;
mod limits;
pub mod log_marks;
mod player;
mod playing;
mod seed;
mod ticks;
pub mod transcript;
mod verdict;

pub use account::AccountKind;
pub use bounded_log::{BoundedLog, LogRule};
pub use builtin::{Builtin, BuiltinPlayer, UnknownBuiltin};
pub use clock::{Clock, ClockKind};
pub use clocks::Clocks;
pub use cpu_guard::CpuGuard;
pub use drive::play;
pub use fault::{Failure, Fault, TrapKind, UnknownFault};
pub use limits::{Limits, ParseLimitsError};
pub use log_marks::LogMark;
pub use player::{Answer, Ask, Closing, HostFailure, Player};
pub use playing::{Assessment, Match, Played, Scene, Step};
pub use seed::MatchSeed;
pub use ticks::Ticks;
pub use verdict::{Loss, Reason, Record, Verdict};
