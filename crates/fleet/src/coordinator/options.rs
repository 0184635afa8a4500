//! How a coordinator has matches played.

use std::path::PathBuf;
use std::time::Duration;

use game::Game;

/// How a coordinator has matches played.
#[derive(Clone)]
pub struct CoordinatorOptions {
    /// Its share of the slots beside other coordinators: one of weight 3 gets three times as much as one of weight 1.
    pub weight: u32,
    /// The slots that play for it at one time, at most, for each engine and class of memory; all that there are where none is
    /// given.
    pub slots: Option<u32>,
    /// Which results two must agree on.
    pub checks: Checks,
    /// How long a server that cannot be reached at first is waited for.
    pub patience: Duration,
    /// Matches that take less time are played at home, but for a few.
    pub shortest: Duration,
    /// The games by whose rules records are judged when they arrive.
    pub games: &'static [&'static dyn Game],
    /// The file in which it is kept how many results of each worker were confirmed, and who has sent wrong ones. Where none is
    /// given, every worker is new.
    pub known_workers: Option<PathBuf>,
}

/// Which results count only when another worker, or this machine, has the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checks {
    /// A worker's first results.
    pub first: u32,
    /// The share of all others, from 0 to 1.
    pub share: f64,
    /// Every match in which a bot failed.
    pub faults: bool,
}

impl Checks {
    /// No result is checked by playing again.
    pub const NONE: Checks = Checks { first: 0, share: 0.0, faults: false };
    /// The first fifty of each worker, every failure, and one in a hundred of the others.
    pub const USUAL: Checks = Checks { first: 50, share: 0.01, faults: true };
    /// All results.
    pub const ALL: Checks = Checks { first: 0, share: 1.0, faults: true };
}
