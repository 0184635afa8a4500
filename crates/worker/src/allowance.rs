//! Resources of a worker: several times the needs of its tasks.

use std::time::Duration;

use confine::Allowance;
use game::Seat;
use referee::{ClockKind, CpuGuard, Limits, Ticks};

/// Memory of a worker in addition to its bots' memory: machine code being loaded, stacks, messages.
const BASE_BYTES: u64 = 2 << 30;
/// Number of memories that a worker keeps, in use or ready for reuse: as many as it has instances.
pub(crate) const INSTANCES: u32 = 4;
/// Minimum processor time of a worker, so that it is seldom replaced.
const LEAST_SECONDS: u64 = 3_600;
/// A worker may take this many times its task's processor time in wall time, because other programs use the processor
/// too.
const LOAD: u32 = 4;
/// Minimum wall time that a worker is given.
const LEAST_PATIENCE: Duration = Duration::from_mins(10);
/// Memory of an interpreter that loads a script, in bytes, and approximate time for loading.
const SCRIPT_BYTES: u64 = 256 << 20;
const SCRIPT_TIME: Duration = Duration::from_mins(2);

/// Maximum resources that a task needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    processor: Duration,
    memory: u64,
}

impl Need {
    /// Returns the need of a match.
    pub(crate) fn of_match(limits: &Limits) -> Need {
        let of_seat = |seat: Seat| {
            let clock = &limits.clock[seat];
            let moves = |time: Ticks| Ticks(time.0.saturating_mul(limits.plies.into()));
            let of_the_game = Ticks(clock.per_game.0.saturating_add(moves(clock.increment).0));
            let on_clock = clock.per_move.map_or(of_the_game, |per_move| moves(per_move).min(of_the_game));
            let used = Ticks(on_clock.0.saturating_add(limits.start.0));
            match clock.kind {
                ClockKind::Fuel => CpuGuard::default().allows(used),
                ClockKind::Cpu | ClockKind::Wall => Duration::from_nanos(used.nanos()),
            }
        };
        let [first, second] = Seat::BOTH.map(of_seat);
        Need { processor: first.saturating_add(second), memory: limits.memory }
    }

    /// Returns the need of building a script.
    pub(crate) const fn of_build() -> Need {
        Need { processor: SCRIPT_TIME, memory: SCRIPT_BYTES }
    }

    /// Returns the allowance of a worker whose first task has this need.
    pub(crate) fn allowance(self) -> Allowance {
        Allowance {
            seconds: self.processor.as_secs().saturating_mul(2).max(LEAST_SECONDS),
            bytes: self.memory.saturating_mul(INSTANCES.into()).saturating_add(BASE_BYTES),
        }
    }

    /// Returns `true` if a worker that was given `given`, and has used `used`, has enough left for a task with this
    /// need.
    pub(crate) fn fits(self, given: Allowance, used: Duration) -> bool {
        let left = Duration::from_secs(given.seconds).saturating_sub(used);
        self.processor <= left
            && self.memory.saturating_mul(INSTANCES.into()) <= given.bytes - BASE_BYTES.min(given.bytes)
    }

    /// Returns the maximum time to wait for a task: a safety net for a worker that was taken over and never answers.
    pub(crate) fn patience(self) -> Duration {
        self.processor.saturating_mul(LOAD).saturating_add(LEAST_PATIENCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_replaced_before_its_time_or_memory_ends_and_not_earlier() {
        let usual = Need::of_match(&Limits::default());
        let given = usual.allowance();
        assert!(usual.fits(given, Duration::ZERO));
        assert!(usual.fits(given, Duration::from_secs(given.seconds).saturating_sub(usual.processor)));
        assert!(!usual.fits(given, Duration::from_secs(given.seconds)));
        let large = Need::of_match(&Limits { memory: Limits::MOST_MEMORY, ..Limits::default() });
        assert!(!large.fits(given, Duration::ZERO));
        assert!(large.fits(large.allowance(), Duration::ZERO));
        let long = Limits::default().with_times(None, Some(Ticks(u64::MAX)));
        assert!(Need::of_match(&long).patience() > usual.patience());
    }
}
