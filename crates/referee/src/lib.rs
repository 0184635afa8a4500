//! One match, from seats to verdict and transcript.
//!
//! [`Match`] is a state machine. It names the seats to ask ([`Match::waiting`]), creates the [`Ask`] for each and takes
//! the [`Answer`]s. When a ply is complete, it applies the ply or ends the match with a verdict. It neither blocks nor
//! awaits, reads no clock and knows no particular game. So a person's match uses no thread while the person thinks, and
//! a recorded match is replayed by feeding in the answers again.
//!
//! A bot's failure is a value ([`Failure`], inside an answer). The host's failure is an error ([`HostFailure`]): the
//! match is void, and neither seat has lost it.
//!
//! In reading order:
//!
//! - [`Ticks`], [`Clock`], [`Limits`], [`CpuGuard`]: the limits of a match; [`Clocks`]: the remaining time.
//! - [`MatchSeed`]: the source of its randomness.
//! - [`Fault`], [`Failure`]: the ways in which a bot fails; [`AccountKind`]: a script interpreter's account of it.
//! - [`Player`], [`Ask`], [`Answer`]: a seat's player; [`BoundedLog`], [`LogRule`]: its log.
//! - [`Match`], [`Scene`], [`Played`], [`Assessment`]: the state machine and its data.
//! - [`Verdict`], [`Reason`], [`Record`], [`Loss`]: the result.
//! - [`play`]: drives a match whose players answer at once.
//! - [`Builtin`]: players without wasm.
//! - [`transcript`]: the actions of a match as bytes; [`history`]: the actions that a bot may know; [`log_marks`]: the
//!   plies of a log; [`leb128`]: their numbers.

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
mod written;

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
