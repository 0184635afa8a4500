//! What a call has used, on each kind of clock, and when it has to be stopped.

use std::time::{Duration, Instant};

use referee::{ClockKind, Failure, Fault, Ticks};

use crate::os;

/// Looks at the clock between two readings of processor time under the fuel clock. A reading takes half a
/// microsecond, and the net is two seconds at least.
const LOOKS_PER_READING: u32 = 16;
/// The host's safety net under the fuel clock: how much processor time a call may take in the end. Honest code
/// uses its fuel long before, even where every step misses the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Net {
    /// The net is never tighter than this.
    pub floor: Duration,
    /// The net in multiples of the nominal time of the fuel that was granted.
    pub factor: u32,
}

impl Default for Net {
    /// Thirty times the nominal time, and never less than two seconds.
    fn default() -> Net {
        Net { floor: Duration::from_secs(2), factor: 30 }
    }
}

/// Watches one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    limit: Ticks,
    begun: Begun,
}

#[derive(Clone, Copy, Debug)]
enum Begun {
    /// Fuel limits itself; the net counts processor time, from the first reading on.
    Fuel {
        looks: u32,
        net: Net,
        net_begun: Option<u64>,
    },
    Cpu(u64),
    Wall(Instant),
}

/// Why a call had to be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overrun {
    /// Its time is used up.
    Time,
    /// The host's safety net: far more processor time than virtual time. Both in nanoseconds.
    Net { used: u64, granted: u64 },
}

impl Watch {
    pub(crate) fn start(kind: ClockKind, limit: Ticks, net: Net) -> Watch {
        let begun = match kind {
            ClockKind::Fuel => Begun::Fuel { looks: 0, net, net_begun: None },
            ClockKind::Cpu => Begun::Cpu(os::thread_cpu_nanos()),
            ClockKind::Wall => Begun::Wall(Instant::now()),
        };
        Watch { limit, begun }
    }

    /// Time since the start; nothing under the fuel clock, which the engine measures.
    pub(crate) fn elapsed(&self) -> Ticks {
        match self.begun {
            Begun::Fuel { .. } => Ticks::ZERO,
            Begun::Cpu(begun) => Ticks::from_nanos(os::thread_cpu_nanos().saturating_sub(begun)),
            Begun::Wall(begun) => Ticks::from_nanos(nanos(begun.elapsed())),
        }
    }

    /// Called about every [`YIELD_INTERVAL`](crate::engine::YIELD_INTERVAL) of fuel.
    pub(crate) fn look(&mut self) -> Option<Overrun> {
        let Begun::Fuel { looks, net, net_begun } = &mut self.begun else {
            return (self.elapsed() >= self.limit).then_some(Overrun::Time);
        };
        *looks += 1;
        if !looks.is_multiple_of(LOOKS_PER_READING) {
            return None;
        }
        let now = os::thread_cpu_nanos();
        let used = now.saturating_sub(*net_begun.get_or_insert(now));
        let granted = self.limit.nanos();
        let net = granted.saturating_mul(net.factor.into()).max(nanos(net.floor));
        (used > net).then_some(Overrun::Net { used, granted })
    }
}

impl Overrun {
    pub(crate) fn failure(self) -> Failure {
        match self {
            Overrun::Time => Failure::new(Fault::Timeout, "the time was used up"),
            Overrun::Net { used, granted } => Failure::new(
                Fault::Slow,
                format!(
                    "{} ms of processor time in a call that was granted {} ms of virtual time",
                    used / 1_000_000,
                    granted / 1_000_000
                ),
            ),
        }
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
