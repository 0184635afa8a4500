//! Durations of matches, as workers report them.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::PublicKey;

/// Maximum number of workers whose reports are kept.
const MOST_WORKERS: usize = 4096;

/// The recent slot time per match of each worker.
#[derive(Default)]
pub(super) struct SlotTimes(BTreeMap<PublicKey, Duration>);

impl SlotTimes {
    /// Notes the slot time per match that a worker reports.
    pub(super) fn hear(&mut self, worker: &PublicKey, pace: Duration) {
        let pace = pace.clamp(Duration::from_micros(100), Duration::from_hours(1));
        if let Some(before) = self.0.get_mut(worker) {
            *before = (*before * 7 + pace * 3) / 10;
        } else if self.0.len() < MOST_WORKERS {
            self.0.insert(worker.clone(), pace);
        }
    }

    /// The median of the reported times, so that one worker among several cannot decide alone.
    pub(super) fn median(&self) -> Option<Duration> {
        let mut paces: Vec<Duration> = self.0.values().copied().collect();
        paces.sort_unstable();
        paces.get(paces.len() / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    #[test]
    fn one_worker_among_several_does_not_decide() {
        let mut paces = SlotTimes::default();
        assert_eq!(paces.median(), None);
        let [liar, one, other] = [(); 3].map(|()| Key::fresh().public());
        for _ in 0..100 {
            paces.hear(&liar, Duration::ZERO);
            paces.hear(&one, Duration::from_secs(1));
            paces.hear(&other, Duration::from_secs(1));
        }
        assert_eq!(paces.median(), Some(Duration::from_secs(1)));
    }
}
