//! The processor time that a seat has used in one match, next to the virtual time that it was charged.
//!
//! Reading the processor time takes five times as long as a small move, so not every call is measured. Unmeasured
//! calls are bracketed: the next reading comes at the latest once a seat has used [`UNMEASURED`] fuel since the last
//! one. The work of the thread between the two, including the other seat's moves, is compared with that fuel times
//! the guard's factor, plus a microsecond per call for the host itself. If that explains it, nothing was hidden. If
//! not, every later call of this seat is measured from start to end. So a seat can hide only the work of its first
//! [`UNMEASURED`] fuel and of the fuel with which it is detected.

use std::thread::{self, ThreadId};

use referee::{CpuGuard, Ticks};

use super::call_balance::CallBalance;
use super::clock::CallTimer;
use super::meter::Meter;
use super::overrun::Overrun;
use crate::os;

/// Maximum fuel of calls that are not measured one by one: about a tenth of a millisecond.
const UNMEASURED: u64 = 1_000_000;
/// Processor time of the host itself per call between two readings, in nanoseconds; no seat is charged for it.
const HOST_PER_CALL: u64 = 1_000;

/// The account of one seat. It outlives an instance that had to be dropped.
pub(crate) struct Account {
    guard: CpuGuard,
    /// Virtual time of all starts and calls.
    charged: Ticks,
    /// Known processor time in nanoseconds.
    used: u64,
    last: Option<Reading>,
    /// Number of calls since that reading.
    calls: u64,
    /// `true` if the last call was so long that the cost of a reading does not matter.
    long: bool,
    /// `true` if more time passed between two readings than this seat's fuel explains.
    suspect: bool,
}

/// A reading of processor time.
#[derive(Clone, Copy)]
struct Reading {
    thread: ThreadId,
    nanos: u64,
    /// Virtual time charged to the seat by then.
    charged: Ticks,
}

impl Reading {
    fn new(nanos: u64, charged: Ticks) -> Reading {
        Reading { thread: thread::current().id(), nanos, charged }
    }
}

impl Account {
    pub(crate) fn new(guard: CpuGuard) -> Account {
        Account { guard, charged: Ticks::ZERO, used: 0, last: None, calls: 0, long: false, suspect: false }
    }

    /// Starts a call or an instance.
    pub(crate) fn begin(&self, meter: &Meter) -> CallTimer {
        meter.begin(self.long || self.suspect);
        CallTimer::Fuel(CallBalance { guard: self.guard, charged: self.charged, used: self.used })
    }

    /// Ends the last started call or instance start, which used `fuel`.
    pub(crate) fn settle(&mut self, fuel: Ticks, meter: &Meter) -> Result<(), Overrun> {
        let before = self.charged;
        self.charged += fuel;
        self.calls += 1;
        self.long = fuel.0 >= UNMEASURED;
        if let Some(since) = meter.since() {
            self.look_back(Reading::new(since, before + meter.known()));
            let now = os::thread_cpu_nanos();
            self.used += now.saturating_sub(since);
            self.last = Some(Reading::new(now, self.charged));
            self.calls = 0;
        } else if self.unmeasured(self.charged) >= UNMEASURED {
            self.look_back(Reading::new(os::thread_cpu_nanos(), self.charged));
        }
        CallBalance { guard: self.guard, charged: self.charged, used: self.used }.check()
    }

    /// Fuel used since the last reading.
    fn unmeasured(&self, charged: Ticks) -> u64 {
        charged.minus(self.last.map_or(Ticks::ZERO, |last| last.charged)).0
    }

    /// Compares the work of the thread since the last reading with the fuel that the seat has used in that time.
    fn look_back(&mut self, now: Reading) {
        let fuel = Ticks(self.unmeasured(now.charged));
        let calls = std::mem::take(&mut self.calls);
        if let Some(last) = self.last.replace(now)
            && fuel > Ticks::ZERO
        {
            let explained = fuel.nanos().saturating_mul(self.guard.factor.into());
            let passed = now.nanos.saturating_sub(last.nanos);
            if last.thread == now.thread
                && passed <= explained.saturating_add(calls.saturating_mul(HOST_PER_CALL))
            {
                self.used += passed.min(explained);
            } else {
                self.suspect = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a seat that has made the given number of calls without a reading of its own, each with this much fuel
    /// and this much of the thread's time.
    fn seat(calls: u64, fuel: u64, nanos: u64) -> Account {
        let (mut account, meter) = (Account::new(CpuGuard::default()), Meter::default());
        for _ in 0..calls {
            account.begin(&meter);
            let end = if nanos > 0 { os::thread_cpu_nanos() + nanos } else { 0 };
            while nanos > 0 && os::thread_cpu_nanos() < end {}
            assert_eq!(account.settle(Ticks(fuel), &meter), Ok(()));
        }
        account
    }

    #[test]
    fn a_seat_that_uses_next_to_nothing_is_not_taken_for_what_the_host_does() {
        assert!(!seat(4 * UNMEASURED / 20, 20, 0).suspect);
    }

    #[test]
    fn a_seat_is_found_out_with_its_second_interval_of_small_calls() {
        let half = UNMEASURED / 2;
        // Twelve times the virtual time.
        let nanos = Ticks(half).nanos() * 12;
        assert!(!seat(3, half, nanos).suspect);
        let found_out = seat(4, half, nanos);
        assert!(found_out.suspect && found_out.used == 0);
        assert!(seat(6, half, nanos).used >= 2 * nanos);
    }
}
