//! The reason why a call had to be stopped.

use referee::{CpuGuard, Failure, Fault, Ticks};

/// The reason why a call had to be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overrun {
    /// Its time is used up.
    Time,
    /// The seat took more processor time than the guard allows.
    CpuGuard {
        /// Processor time of the seat in this match, in nanoseconds.
        used: u64,
        /// Virtual time of the seat.
        charged: Ticks,
        /// The limit on processor time.
        guard: CpuGuard,
    },
}

impl Overrun {
    pub(crate) fn failure(self) -> Failure {
        match self {
            Overrun::Time => Failure::new(Fault::Timeout, "the time was used up"),
            Overrun::CpuGuard { used, charged, guard } => Failure::new(
                Fault::Slow,
                format!(
                    "{:.1} ms of processor time for {:.1} ms of virtual time in this match; a seat may take {guard}",
                    used as f64 / 1e6,
                    charged.seconds() * 1e3
                ),
            ),
        }
    }
}
