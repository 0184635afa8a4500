//! A bot while it is written: whenever its files are saved it is built, plays a match, is checked, and is compared with
//! the version before it. A page of this machine shows what came of it.
//!
//! In reading order:
//!
//! - [`WatchPlan`], [`Table`]: which bot, against whom, under which settings.
//! - [`watch`]: follows the files until it is told to stop.
//! - [`Follower`]: which files a bot is made of, and whether they were saved.
//! - `Recorder`: notes what a build asks for. `make`: from files to a module.
//! - `Desk`: what is done with a version; `duel`: with two of them.
//! - [`Board`], [`View`]: what the page shows.
//! - [`Server`]: answers the page, and nobody else.

mod board;
mod desk;
mod duel;
mod follower;
mod make;
mod page;
mod plan;
mod recorder;
mod server;
mod stoppable_bench;
mod version;
mod watch;

pub use board::{Board, CheckResult, ComparisonResult, MatchResult, Problem, Stage, View};
pub use follower::{Files, Follower};
pub use plan::{Table, WatchPlan};
pub use server::Server;
pub use watch::watch;
