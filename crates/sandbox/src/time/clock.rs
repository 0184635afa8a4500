//! The use of a call on each kind of clock, and the point at which it must be stopped.

use std::time::Instant;

use referee::{ClockKind, Ticks};

use super::call_balance::CallBalance;
use super::meter::Meter;
use super::overrun::Overrun;
use crate::os;

/// Watches one call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallTimer {
    /// Fuel: the engine enforces the limit; only the guard is checked here.
    Fuel(CallBalance),
    /// The thread's processor time.
    Cpu {
        /// The maximum.
        limit: Ticks,
        /// The reading at the start.
        begun: u64,
    },
    /// Wall time.
    Wall {
        /// The maximum.
        limit: Ticks,
        /// The start.
        begun: Instant,
    },
}

impl CallTimer {
    /// Starts a CPU or wall clock; `None` for the fuel clock.
    pub(crate) fn start(kind: ClockKind, limit: Ticks) -> Option<CallTimer> {
        match kind {
            ClockKind::Fuel => None,
            ClockKind::Cpu => Some(CallTimer::Cpu { limit, begun: os::thread_cpu_nanos() }),
            ClockKind::Wall => Some(CallTimer::Wall { limit, begun: Instant::now() }),
        }
    }

    /// Returns the time since the start; zero under the fuel clock, which the engine measures.
    pub(crate) fn elapsed(&self) -> Ticks {
        match self {
            CallTimer::Fuel(_) => Ticks::ZERO,
            CallTimer::Cpu { begun, .. } => Ticks::from_nanos(os::thread_cpu_nanos().saturating_sub(*begun)),
            CallTimer::Wall { begun, .. } => {
                Ticks::from_nanos(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
            }
        }
    }

    /// Checks the limits; called about every [`YIELD_INTERVAL`](crate::engine::YIELD_INTERVAL) of fuel. Processor
    /// time is read when a reading is due.
    pub(crate) fn look(&self, meter: &Meter) -> Result<(), Overrun> {
        match self {
            CallTimer::Fuel(_) | CallTimer::Cpu { .. } if !meter.is_due() => Ok(()),
            CallTimer::Fuel(tab) => tab.check_with(meter.elapsed(), meter.fuel()),
            CallTimer::Cpu { limit, .. } | CallTimer::Wall { limit, .. } if self.elapsed() >= *limit => {
                Err(Overrun::Time)
            }
            CallTimer::Cpu { .. } | CallTimer::Wall { .. } => Ok(()),
        }
    }
}
