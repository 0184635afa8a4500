//! The use of a call on each kind of clock, and the point at which it must be stopped.

use std::time::Instant;

use referee::{ClockKind, Ticks};

use super::meter::Meter;
use super::overrun::Overrun;
use super::tab::Tab;
use crate::os;

/// Watches one call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Watch {
    /// Fuel: the engine enforces the limit; only the guard is checked here.
    Fuel(Tab),
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

impl Watch {
    /// Starts a CPU or wall clock; `None` for the fuel clock.
    pub(crate) fn start(kind: ClockKind, limit: Ticks) -> Option<Watch> {
        match kind {
            ClockKind::Fuel => None,
            ClockKind::Cpu => Some(Watch::Cpu { limit, begun: os::thread_cpu_nanos() }),
            ClockKind::Wall => Some(Watch::Wall { limit, begun: Instant::now() }),
        }
    }

    /// Returns the time since the start; zero under the fuel clock, which the engine measures.
    pub(crate) fn elapsed(&self) -> Ticks {
        match self {
            Watch::Fuel(_) => Ticks::ZERO,
            Watch::Cpu { begun, .. } => Ticks::from_nanos(os::thread_cpu_nanos().saturating_sub(*begun)),
            Watch::Wall { begun, .. } => {
                Ticks::from_nanos(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
            }
        }
    }

    /// Checks the limits; called about every [`YIELD_INTERVAL`](crate::engine::YIELD_INTERVAL) of fuel. Processor
    /// time is read when a reading is due.
    pub(crate) fn look(&self, meter: &Meter) -> Result<(), Overrun> {
        match self {
            Watch::Fuel(_) | Watch::Cpu { .. } if !meter.is_due() => Ok(()),
            Watch::Fuel(tab) => tab.check_with(meter.elapsed(), meter.fuel()),
            Watch::Cpu { limit, .. } | Watch::Wall { limit, .. } if self.elapsed() >= *limit => {
                Err(Overrun::Time)
            }
            Watch::Cpu { .. } | Watch::Wall { .. } => Ok(()),
        }
    }
}
