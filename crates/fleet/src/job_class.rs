//! Classes of jobs.

use job::Job;
use serde::{Deserialize, Serialize};

/// The requirements of a job on workers: the same engine and enough memory. Jobs of each class have a queue of their
/// own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobClass {
    /// The fingerprint of engine and rules, or of an engine for games from files ([`job::Terms::engine_class`]).
    pub engine: String,
    /// Maximum size of the linear memories of a match's instances together, in MiB: a power of two, or 0.
    pub memory: u32,
}

impl JobClass {
    /// The class of a job.
    pub fn from_job(job: &Job) -> JobClass {
        let bytes = job.terms.limits.memory.saturating_mul(job.modules().count() as u64);
        let mebibytes = u32::try_from(bytes.div_ceil(1 << 20)).unwrap_or(1 << 31);
        let memory =
            if mebibytes == 0 { 0 } else { mebibytes.checked_next_power_of_two().unwrap_or(1 << 31) };
        JobClass { engine: job.terms.engine_class(), memory }
    }

    /// Maximum size of the instances' memories of a match, in bytes.
    pub const fn bytes(&self) -> u64 {
        (self.memory as u64) << 20
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use game::{PerSeat, Seat};
    use hash::Hash;
    use job::{Plays, SeatJob, SizeClass, Terms};
    use referee::Limits;

    use super::*;
    use crate::testing::job;

    #[test]
    fn memory_is_that_of_the_modules_rounded_up() {
        let class = |memory: u64, modules: usize| {
            let mut job = job("engine", 1);
            let limits = Limits { memory, ..Limits::default() };
            job.terms = Arc::new(Terms { limits, ..Terms::clone(&job.terms) });
            let plays = Plays::Module { hash: Hash::digest(b""), size: SizeClass::Normal };
            let module = Arc::new(SeatJob { plays, settings: String::new() });
            let builtin = Arc::clone(&job.seats[Seat::First]);
            let seat = |at: usize| Arc::clone(if at < modules { &module } else { &builtin });
            job.seats = PerSeat::new(seat(0), seat(1));
            JobClass::from_job(&job)
        };
        let mebibyte = 1 << 20;
        assert_eq!(class(64 * mebibyte, 2).memory, 128);
        assert_eq!(class(65 * mebibyte, 2).memory, 256);
        assert_eq!(class(65 * mebibyte, 1).memory, 128);
        assert_eq!(class(Limits::MOST_MEMORY, 2).bytes(), 8 << 30);
        assert_eq!(class(mebibyte, 0).memory, 0);
    }
}
