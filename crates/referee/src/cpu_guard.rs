//! The CPU guard: a limit on processor time under the fuel clock.

use std::fmt;
use std::time::Duration;

use crate::Ticks;

/// How much processor time a seat may take in one match under the fuel clock, starts of its instance included: a floor
/// plus a multiple of the virtual time that it has used so far.
///
/// Honest searchers take 0.3 to 0.6 times their virtual time, the slowest kernel with a price about six times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CpuGuard {
    /// What every seat may take in any case.
    pub floor: Duration,
    /// What it may take beyond that, in multiples of its virtual time so far.
    pub factor: u32,
}

impl Default for CpuGuard {
    /// Two seconds, and ten times the virtual time.
    fn default() -> CpuGuard {
        CpuGuard { floor: Duration::from_secs(2), factor: 10 }
    }
}

impl CpuGuard {
    /// Processor time allowed for this much virtual time.
    pub fn allows(&self, used: Ticks) -> Duration {
        self.floor.saturating_add(Duration::from_nanos(used.nanos().saturating_mul(self.factor.into())))
    }
}

impl fmt::Display for CpuGuard {
    /// `2s and 10 times its virtual time`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} and {} times its virtual time", self.floor, self.factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowance_grows_with_what_was_used() {
        let guard = CpuGuard::default();
        assert_eq!(guard.allows(Ticks::ZERO), Duration::from_secs(2));
        assert_eq!(guard.allows(Ticks::from_millis(300)), Duration::from_secs(5));
        assert_eq!(guard.to_string(), "2s and 10 times its virtual time");
        assert!(guard.allows(Ticks(u64::MAX)) > guard.allows(Ticks(u64::MAX / 100)));
    }
}
