//! Durations of matches, so that no match waits behind a slow one.

use std::collections::BTreeMap;
use std::time::Duration;

/// The terms and players of a match, by the numbers that a worker knows them by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MatchNumbers {
    pub(crate) terms: u32,
    pub(crate) seats: [u32; 2],
}

/// Recent durations of a worker's matches, per seat.
#[derive(Default)]
pub(crate) struct MatchDurations(BTreeMap<(u32, u32), Duration>);

impl MatchDurations {
    /// Returns the expected duration of a match: that of the slower of the two players. `None` if one of them has not
    /// played under these terms.
    pub(crate) fn expected(&self, who: MatchNumbers) -> Option<Duration> {
        let [first, second] = who.keys().map(|key| self.0.get(&key));
        Some(*first?.max(second?))
    }

    /// Records the duration of a match. A slow match is remembered for a while.
    pub(crate) fn count(&mut self, who: MatchNumbers, took: Duration) {
        for key in who.keys() {
            let pace = self.0.entry(key).or_default();
            *pace = took.max(*pace / 2);
        }
    }
}

impl MatchNumbers {
    fn keys(self) -> [(u32, u32); 2] {
        self.seats.map(|seat| (self.terms, seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_expected_to_take_as_long_as_the_slower_seat_has_lately() {
        let mut paces = MatchDurations::default();
        let of = |terms, seats| MatchNumbers { terms, seats };
        let (quick, slow) = (Duration::from_micros(40), Duration::from_secs(1));
        assert_eq!(paces.expected(of(0, [0, 0])), None);
        paces.count(of(0, [0, 1]), quick);
        assert_eq!(paces.expected(of(0, [1, 0])), Some(quick));
        assert_eq!(paces.expected(of(0, [0, 2])), None, "who has not played may take any time");
        assert_eq!(paces.expected(of(1, [0, 1])), None, "by other terms, too");
        paces.count(of(0, [1, 2]), slow);
        assert_eq!(paces.expected(of(0, [0, 1])), Some(slow));
        assert_eq!(paces.expected(of(0, [0, 0])), Some(quick));
        // One slow match does not make a bot slow for good.
        (0..30).for_each(|_| paces.count(of(0, [0, 1]), quick));
        assert_eq!(paces.expected(of(0, [0, 1])), Some(quick));
    }
}
