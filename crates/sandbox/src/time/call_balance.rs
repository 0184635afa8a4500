//! The balance of a seat's account while a call is in progress.

use referee::{CpuGuard, Ticks};

use super::overrun::Overrun;

/// The balance of an account before a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallBalance {
    pub(crate) guard: CpuGuard,
    /// The seat's virtual time.
    pub(crate) charged: Ticks,
    /// Its processor time in nanoseconds.
    pub(crate) used: u64,
}

impl CallBalance {
    /// Checks that the guard allows the seat's use plus this much more.
    pub(crate) fn check_with(self, nanos: u64, fuel: Ticks) -> Result<(), Overrun> {
        CallBalance { used: self.used.saturating_add(nanos), charged: self.charged + fuel, ..self }.check()
    }

    pub(crate) fn check(self) -> Result<(), Overrun> {
        let CallBalance { guard, charged, used } = self;
        let within = u128::from(used) <= guard.allows(charged).as_nanos();
        if within { Ok(()) } else { Err(Overrun::CpuGuard { used, charged, guard }) }
    }
}
