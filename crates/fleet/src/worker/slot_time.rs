//! Slot time per match.

use std::time::Duration;

/// Interval between looks at the matches in play.
pub(super) const TICK: Duration = Duration::from_millis(100);
/// Slot time that is averaged together.
const WINDOW: Duration = Duration::from_millis(500);

/// The recent slot time per match: the busy time of slots, divided by the number of matches that ended.
#[derive(Default)]
pub(super) struct SlotTime {
    busy: Duration,
    ended: u32,
    value: Option<Duration>,
}

impl SlotTime {
    /// Counts a match that has ended.
    pub(super) fn count(&mut self) {
        self.ended = self.ended.saturating_add(1);
    }

    /// Counts time in which slots were busy.
    pub(super) fn spend(&mut self, time: Duration) {
        self.busy += time;
        if self.ended > 0 && self.busy >= WINDOW {
            let lately = self.busy / self.ended;
            self.value = Some(self.value.map_or(lately, |value| (value + lately) / 2));
            (self.busy, self.ended) = (Duration::ZERO, 0);
        }
    }

    /// The slot time of a match; `None` until one has ended.
    pub(super) const fn of_a_match(&self) -> Option<Duration> {
        self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_time_that_slots_were_busy_for_each_match() {
        let mut pace = SlotTime::default();
        pace.spend(Duration::from_secs(4));
        assert_eq!(pace.of_a_match(), None);
        (0..8).for_each(|_| pace.count());
        pace.spend(Duration::from_secs(4));
        assert_eq!(pace.of_a_match(), Some(Duration::from_secs(1)));
        (0..8).for_each(|_| pace.count());
        pace.spend(Duration::from_secs(4));
        assert_eq!(pace.of_a_match(), Some(Duration::from_millis(750)));
    }
}
