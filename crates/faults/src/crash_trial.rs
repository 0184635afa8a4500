//! Trying many crashes and many failures.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::{self, Write};
use std::path::Path;
use std::thread;

use game::Dice;

use crate::{Crash, Fault, History, Image, scratch};

/// The number of points to try. With the environment variable `MUSTER_FULL`, all points are tried.
#[derive(Clone, Copy, Debug)]
pub struct PointSample {
    /// Maximum number of points, chosen by the seed.
    pub points: usize,
    /// Number of power losses at each point.
    pub losses: u64,
    /// Seed for the choice of points and losses.
    pub seed: u64,
}

/// The extent of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "a test checks that enough was tried, and tells how much"]
pub struct TrialExtent {
    /// Its subject.
    pub what: String,
    /// Total number of points, or of failures.
    pub of: usize,
    /// Number of them that were tried.
    pub points: usize,
    /// Number of states of the disk that crashes there may leave, by the seeds; zero for failures.
    pub states: usize,
    /// Number of distinct states among them; each was checked once.
    pub distinct: usize,
}

impl fmt::Display for TrialExtent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TrialExtent { what, of, points, states, distinct } = self;
        match states {
            0 => write!(f, "{what}: {points} of {of} failures"),
            _ => write!(
                f,
                "{what}: {points} of {of} points, {states} states of the disk, {distinct} different"
            ),
        }
    }
}

impl TrialExtent {
    /// Prints the extent where a test harness shows it, even for tests that pass.
    pub fn tell(&self) {
        tell(&self.to_string());
    }
}

impl PointSample {
    /// Returns the points to try, in ascending order.
    fn points(&self, all: usize) -> Vec<usize> {
        let mut points: Vec<usize> = (0..all).collect();
        if all > self.points && std::env::var_os("MUSTER_FULL").is_none() {
            Dice::from_number(self.seed).shuffle(&mut points);
            points.truncate(self.points);
            points.sort_unstable();
        }
        points
    }

    /// Returns the seed of a power loss at a point.
    fn seed_of(&self, point: usize, loss: u64) -> u64 {
        let mut key = [0; 32];
        for (part, number) in key.chunks_mut(8).zip([self.seed, point as u64, loss]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        Dice::from_key(key).bits()
    }
}

/// Stops the machine before each operation of a course and after the last one, and passes the remaining state to
/// `check`. It runs once for each distinct state of the disk, so it may depend only on that state and on the number
/// of promises.
///
/// # Panics
/// If `check` does; the point and the seed are printed first.
pub fn each_state(
    what: &str,
    history: &History,
    sample: PointSample,
    mut check: impl FnMut(&Image, &Crash<'_>),
) -> TrialExtent {
    let mut tried =
        TrialExtent { what: what.to_owned(), of: history.operation_count() + 1, ..TrialExtent::default() };
    let mut seen: HashSet<u64> = HashSet::new();
    history.crash_at(&sample.points(tried.of), |crash| {
        tried.points += 1;
        for loss in 0..=sample.losses {
            let seed = sample.seed_of(crash.point(), loss);
            let image = if loss == 0 { crash.killed(seed) } else { crash.power_lost(seed) };
            tried.states += 1;
            if !seen.insert(hash_of(&(&image, crash.acknowledged()))) {
                continue;
            }
            tried.distinct += 1;
            let _case = Case(|| {
                let kind = if loss == 0 { "killed" } else { "power_lost" };
                let next = crash.operation().map_or_else(|| "the end".to_owned(), ToString::to_string);
                format!("{what}: stopped at point {} ({next}), then {kind}({seed})", crash.point())
            });
            check(&image, crash);
        }
    });
    tried
}

/// Does the same as [`each_state`], with the remaining state in a folder that `check` may change.
///
/// # Panics
/// As [`each_state`], and if the folder cannot be written.
pub fn each_crash(
    what: &str,
    history: &History,
    sample: PointSample,
    mut check: impl FnMut(&Path, &Crash<'_>),
) -> TrialExtent {
    each_state(what, history, sample, |image, crash| {
        let left = scratch().unwrap_or_else(|error| panic!("no folder for what is left: {error}"));
        image.write(left.path()).unwrap_or_else(|error| panic!("what is left cannot be written: {error}"));
        check(left.path(), crash);
    })
}

/// Tries each kind of failure at each of `operations` operations: `course` gets the number of the operation and the
/// fault.
///
/// # Panics
/// If `course` does; the operation and the fault are printed first.
pub fn each_failure(
    what: &str,
    operations: usize,
    sample: PointSample,
    mut course: impl FnMut(usize, Fault),
) -> TrialExtent {
    let all = operations * Fault::ALL.len();
    let points = sample.points(all);
    for &point in &points {
        let (number, fault) = (point / Fault::ALL.len(), Fault::ALL[point % Fault::ALL.len()]);
        let _case = Case(|| format!("{what}: operation {number} fails as {fault:?}"));
        course(number, fault);
    }
    TrialExtent { what: what.to_owned(), of: all, points: points.len(), ..TrialExtent::default() }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Writes a line where the test harness shows it, even for tests that pass.
fn tell(line: &str) {
    // Ignore errors: standard error may be closed.
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints the current case when a test fails.
struct Case<F: Fn() -> String>(F);

impl<F: Fn() -> String> Drop for Case<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            tell(&format!("failed: {}", (self.0)()));
        }
    }
}
