//! What a worker may use: several times what its tasks need.

use std::time::Duration;

use confine::Allowance;
use game::Seat;
use referee::{ClockKind, CpuGuard, Limits, Ticks};

/// Memory of a worker besides what bots may have: machine code while it is loaded, stacks, messages.
const BASE_BYTES: u64 = 2 << 30;
/// Memories that a worker keeps, in use or ready to be used again: as many as it has instances.
pub(crate) const INSTANCES: u32 = 4;
/// Processor time that a worker is given at least, so that it is seldom replaced.
const LEAST_SECONDS: u64 = 3_600;
/// A worker may take this many times the processor time of its task: other programs want the processor, too.
const LOAD: u32 = 4;
/// A worker may take this long in any case.
const LEAST_PATIENCE: Duration = Duration::from_mins(10);
/// Memory of an interpreter that loads a script, in bytes, and about what loading takes.
const SCRIPT_BYTES: u64 = 256 << 20;
const SCRIPT_TIME: Duration = Duration::from_mins(2);

/// What a task needs at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    processor: Duration,
    memory: u64,
}

impl Need {
    /// What a match needs.
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

    /// What building a script needs.
    pub(crate) const fn of_build() -> Need {
        Need { processor: SCRIPT_TIME, memory: SCRIPT_BYTES }
    }

    /// What a worker is given that begins with such a task.
    pub(crate) fn allowance(self) -> Allowance {
        Allowance {
            seconds: self.processor.as_secs().saturating_mul(2).max(LEAST_SECONDS),
            bytes: self.memory.saturating_mul(INSTANCES.into()).saturating_add(BASE_BYTES),
        }
    }

    /// Whether a worker that was given this, and has used so much time, has enough left for such a task.
    pub(crate) fn fits(self, given: Allowance, used: Duration) -> bool {
        let left = Duration::from_secs(given.seconds).saturating_sub(used);
        self.processor <= left
            && self.memory.saturating_mul(INSTANCES.into()) <= given.bytes - BASE_BYTES.min(given.bytes)
    }

    /// How long is waited for such a task: a net, for a worker that was taken over and never answers.
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
