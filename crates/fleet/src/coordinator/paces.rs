//! How long matches take, as workers say it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::PublicKey;

/// Workers whose word is kept.
const MOST_WORKERS: usize = 4096;

/// How long a match takes a slot of each worker, lately.
#[derive(Default)]
pub(super) struct Paces(BTreeMap<PublicKey, Duration>);

impl Paces {
    /// Notes what a worker says of matches that it has played.
    pub(super) fn hear(&mut self, worker: &PublicKey, pace: Duration) {
        let pace = pace.clamp(Duration::from_micros(100), Duration::from_hours(1));
        if let Some(before) = self.0.get_mut(worker) {
            *before = (*before * 7 + pace * 3) / 10;
        } else if self.0.len() < MOST_WORKERS {
            self.0.insert(worker.clone(), pace);
        }
    }

    /// What half of the workers say or less, so that one alone does not decide among several.
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
        let mut paces = Paces::default();
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
