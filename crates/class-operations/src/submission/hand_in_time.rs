//! The moment at which a hand-in is received.

use class_model::{Facts, Moment};

/// Maximum difference, in milliseconds, between the clocks of programs that write at the same time.
pub(super) const AT_ONCE: i64 = 10_000;

/// The moment at which a hand-in is received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandInTime {
    /// Now, by the clock. The hand-in counts against quotas, and a closed class refuses it.
    Clock(Moment),
    /// The arrival of the request, by the clock, regardless of the upload time. Otherwise like [`HandInTime::Clock`].
    Arrived {
        /// When the request arrived.
        at: Moment,
        /// When the upload was complete.
        now: Moment,
    },
    /// The stated moment of a hand-in made elsewhere. It is accepted even if the class is closed or the quota is used
    /// up.
    Stated(Moment),
}

impl HandInTime {
    /// Returns the moment by the clock; `None` if the teacher states it.
    pub(super) fn clock(self) -> Option<Moment> {
        match self {
            HandInTime::Stated(_) => None,
            HandInTime::Clock(at) | HandInTime::Arrived { at, .. } => Some(at),
        }
    }

    /// Returns the moment to record.
    pub(super) fn moment(self, facts: &Facts) -> Moment {
        match self {
            HandInTime::Stated(at) => at,
            HandInTime::Clock(now) => facts.last().map_or(now, |last| last.max(now)),
            // Later events do not make a hand-in late, and a clock that was set back does not make it early.
            HandInTime::Arrived { at, now } => match facts.last() {
                Some(last) if last.millis() - now.millis() > AT_ONCE => {
                    last.after((at.millis() - now.millis()).min(0))
                }
                _ => at.min(now),
            },
        }
    }
}
