//! Watches a bot during development: each time its files are saved, builds it, plays a match, checks it, and compares
//! it with the version before it. A local page shows the results.
//!
//! In reading order:
//!
//! - [`WatchPlan`], [`MatchTable`]: the bot, its opponent and the match settings.
//! - [`watch`]: follows the files until it is stopped.
//! - [`Follower`]: detects saves of a bot's files.
//! - `Recorder`: notes the files that a build asks for. `make`: turns files into a module.
//! - `Desk`: does the work on a version; `duel`: compares two of them.
//! - [`Board`], [`View`]: the state of the page.
//! - [`Server`]: serves the page to this user only.

mod build;
mod follower;
mod page;
mod page_state;
mod plan;
mod recorder;
mod save_pipeline;
mod server;
mod stoppable_bench;
mod version;
mod version_match;
mod watch;

pub use follower::{Files, Follower};
pub use page_state::{Board, CheckResult, ComparisonResult, MatchResult, Problem, Stage, View};
pub use plan::{MatchTable, WatchPlan};
pub use server::Server;
pub use watch::watch;
