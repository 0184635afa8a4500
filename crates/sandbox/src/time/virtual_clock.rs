//! The clocks of WASI. They start at constants and advance with the seat's own time, as `game_remaining` reports it.
//! They add no information, and are the same whenever the match is replayed.

use referee::Ticks;

/// 2000-01-01T00:00:00Z in nanoseconds of Unix time.
const REALTIME_BEGINS: u64 = 946_684_800 * NANOS;
/// Start of the clocks that count from an arbitrary moment in the past. It is not zero, because programs take zero
/// for a clock that failed.
const MONOTONIC_BEGINS: u64 = NANOS;
const NANOS: u64 = 1_000_000_000;

/// Returns the nanoseconds at which a clock of WASI starts; `None` if there is no clock of this number.
pub(crate) fn begins(clock: i32) -> Option<u64> {
    match clock {
        0 => Some(REALTIME_BEGINS),
        // Monotonic time; processor time of the process; of the thread.
        1..=3 => Some(MONOTONIC_BEGINS),
        _ => None,
    }
}

/// The time that a seat has used for its answers in a match.
#[derive(Default)]
pub(crate) struct OwnTime {
    /// Up to the last question.
    used: Ticks,
    /// Remaining time of the game at that question.
    left: Option<Ticks>,
}

impl OwnTime {
    /// Returns the time used up to the next question, at which `left` remains of the game's time. Since the last
    /// question, the remaining time fell by the time for the answer and rose by the increment.
    pub(crate) fn asked(&mut self, left: Ticks, increment: Ticks) -> Ticks {
        if let Some(before) = self.left.replace(left) {
            self.used += (before + increment).minus(left);
        }
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_time_is_what_the_answers_took() {
        let mut time = OwnTime::default();
        // Answers that take 20 and 300, with 50 added after each.
        let used = [1_000, 1_030, 780].map(|left| time.asked(Ticks(left), Ticks(50)));
        assert_eq!(used, [0, 20, 320].map(Ticks));
    }

    #[test]
    fn no_clock_begins_at_zero() {
        assert_eq!((0..4).map(begins).map(Option::unwrap_or_default).min(), Some(NANOS));
        assert_eq!((begins(-1), begins(4)), (None, None));
    }
}
