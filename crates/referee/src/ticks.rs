//! Time on a clock.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// Time on a clock, in ticks of a tenth of a nanosecond.
///
/// Under the fuel clock one tick is one unit of fuel: 10^10 units are one second of virtual time. Under the
/// others it is a tenth of a nanosecond of CPU or wall time. Sums saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ticks(pub u64);

impl Ticks {
    /// No time.
    pub const ZERO: Ticks = Ticks(0);
    /// Ticks in a second.
    pub const PER_SECOND: u64 = 10_000_000_000;

    /// The time of the given number of nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Ticks {
        Ticks(nanos.saturating_mul(10))
    }

    /// The time of the given number of milliseconds.
    pub const fn from_millis(millis: u64) -> Ticks {
        Ticks(millis.saturating_mul(10_000_000))
    }

    /// Whole nanoseconds, rounded down.
    pub const fn nanos(self) -> u64 {
        self.0 / 10
    }

    /// Seconds, for people and charts.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / Self::PER_SECOND as f64
    }

    /// Returns the time left after some is spent; never below zero.
    #[must_use]
    pub const fn minus(self, spent: Ticks) -> Ticks {
        Ticks(self.0.saturating_sub(spent.0))
    }
}

impl Add for Ticks {
    type Output = Ticks;
    fn add(self, other: Ticks) -> Ticks {
        Ticks(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Ticks {
    fn add_assign(&mut self, other: Ticks) {
        *self = *self + other;
    }
}

impl fmt::Display for Ticks {
    /// Writes it in the largest unit that divides it: `120s`, `100ms`, `3us`, `17ns`, `0.3ns`, `0s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0s"),
            ticks if ticks % Self::PER_SECOND == 0 => write!(f, "{}s", ticks / Self::PER_SECOND),
            ticks if ticks % 10_000_000 == 0 => write!(f, "{}ms", ticks / 10_000_000),
            ticks if ticks % 10_000 == 0 => write!(f, "{}us", ticks / 10_000),
            ticks if ticks % 10 == 0 => write!(f, "{}ns", ticks / 10),
            ticks => write!(f, "{}.{}ns", ticks / 10, ticks % 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_shown_in_their_largest_whole_unit() {
        let cases = [
            (0, "0s"),
            (1_200_000_000_000, "120s"),
            (1_000_000_000, "100ms"),
            (30_000, "3us"),
            (170, "17ns"),
            (3, "0.3ns"),
        ];
        for (ticks, text) in cases {
            assert_eq!(Ticks(ticks).to_string(), text);
        }
    }
}
