//! Options of a coordinator.

use std::path::PathBuf;
use std::time::Duration;

use game::Game;

/// Options of a coordinator.
#[derive(Clone)]
pub struct CoordinatorOptions {
    /// Its share of the slots relative to other coordinators: weight 3 gets three times as much as weight 1.
    pub weight: u32,
    /// Maximum number of slots that play for it at the same time, for each engine and memory class; `None` if
    /// unlimited.
    pub slots: Option<u32>,
    /// The results that two must agree on.
    pub checks: Checks,
    /// Maximum time to wait for a server that cannot be reached at first.
    pub patience: Duration,
    /// Matches that take less time are played at home, except for a sample.
    pub shortest: Duration,
    /// The games whose rules are used to judge records when they arrive.
    pub games: &'static [&'static dyn Game],
    /// The file that stores, for each worker, the number of confirmed results and any exposure; `None` if every worker
    /// starts as unknown.
    pub known_workers: Option<PathBuf>,
}

/// Selects the results that count only when another worker, or this machine, has the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checks {
    /// Number of results of each worker that are checked first.
    pub first: u32,
    /// The share of all other results that are checked, from 0 to 1.
    pub share: f64,
    /// `true` if every match in which a bot failed is checked.
    pub faults: bool,
}

impl Checks {
    /// Checks no result by playing again.
    pub const NONE: Checks = Checks { first: 0, share: 0.0, faults: false };
    /// Checks the first fifty of each worker, every failure, and one in a hundred of the others.
    pub const USUAL: Checks = Checks { first: 50, share: 0.01, faults: true };
    /// Checks all results.
    pub const ALL: Checks = Checks { first: 0, share: 1.0, faults: true };
}
