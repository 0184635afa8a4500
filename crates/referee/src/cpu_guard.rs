//! The CPU guard: a limit on processor time under the fuel clock.

use std::fmt;
use std::time::Duration;

use crate::Ticks;

/// The processor time that a seat may use in one match under the fuel clock, including starts of its instance: a floor
/// plus a multiple of the virtual time used so far.
///
/// Honest searchers use 0.3 to 0.6 times their virtual time. The slowest kernel with a price uses about six times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CpuGuard {
    /// Time allowed in any case.
    pub floor: Duration,
    /// Time allowed beyond that, as a multiple of the virtual time so far.
    pub factor: u32,
}

impl Default for CpuGuard {
    /// Returns two seconds and ten times the virtual time.
    fn default() -> CpuGuard {
        CpuGuard { floor: Duration::from_secs(2), factor: 10 }
    }
}

impl CpuGuard {
    /// Returns the processor time allowed for this much virtual time.
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
