//! What stands on a seat's account while a call is under way.

use referee::{CpuGuard, Ticks};

use crate::overrun::Overrun;

/// What stood on an account before a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tab {
    pub(crate) guard: CpuGuard,
    /// The seat's virtual time.
    pub(crate) charged: Ticks,
    /// Its processor time in nanoseconds.
    pub(crate) used: u64,
}

impl Tab {
    /// Whether the guard allows what the seat has taken once this much more is added.
    pub(crate) fn check_with(self, nanos: u64, fuel: Ticks) -> Result<(), Overrun> {
        Tab { used: self.used.saturating_add(nanos), charged: self.charged + fuel, ..self }.check()
    }

    pub(crate) fn check(self) -> Result<(), Overrun> {
        let Tab { guard, charged, used } = self;
        let within = u128::from(used) <= guard.allows(charged).as_nanos();
        if within { Ok(()) } else { Err(Overrun::CpuGuard { used, charged, guard }) }
    }
}
