//! Fair shares of a worker's slots.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::PublicKey;

/// The slot time that coordinators have had from a worker, divided by their weights.
#[derive(Default)]
pub(super) struct FairShares(BTreeMap<PublicKey, Share>);

struct Share {
    weight: f64,
    /// Seconds of slot time that it has had, divided by its weight.
    had: f64,
    /// `true` if it had no jobs when it was last asked.
    is_idle: bool,
}

impl FairShares {
    /// Notes a coordinator's weight.
    pub(super) fn hear(&mut self, coordinator: &PublicKey, weight: u32) {
        let weight = f64::from(weight.max(1));
        let share = self.0.entry(coordinator.clone());
        share.or_insert(Share { weight, had: 0.0, is_idle: true }).weight = weight;
    }

    /// Forgets a coordinator that has ended.
    pub(super) fn forget(&mut self, coordinator: &PublicKey) {
        self.0.remove(coordinator);
    }

    /// Counts slot time that a coordinator has had.
    pub(super) fn charge(&mut self, coordinator: &PublicKey, time: Duration) {
        if let Some(share) = self.0.get_mut(coordinator) {
            share.had += time.as_secs_f64() / share.weight;
        }
    }

    /// Notes that a coordinator has no jobs.
    pub(super) fn is_idle(&mut self, coordinator: &PublicKey) {
        if let Some(share) = self.0.get_mut(coordinator) {
            share.is_idle = true;
        }
    }

    /// Notes that a coordinator has jobs again. It gets no compensation for the time without jobs.
    pub(super) fn is_busy(&mut self, coordinator: &PublicKey) {
        let least = self.0.values().filter(|share| !share.is_idle).map(|share| share.had).reduce(f64::min);
        if let Some(share) = self.0.get_mut(coordinator)
            && share.is_idle
        {
            share.is_idle = false;
            share.had = share.had.max(least.unwrap_or(0.0));
        }
    }

    /// The slot time that a coordinator will have had when its held jobs are played, divided by its weight.
    pub(super) fn weighted_time(&self, coordinator: &PublicKey, held: Duration) -> f64 {
        self.0.get(coordinator).map_or(0.0, |share| share.had + held.as_secs_f64() / share.weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    const SECOND: Duration = Duration::from_secs(1);

    fn fresh<const N: usize>(weights: [u32; N]) -> (FairShares, [PublicKey; N]) {
        let mut shares = FairShares::default();
        let keys = weights.map(|weight| {
            let key = Key::fresh().public();
            shares.hear(&key, weight);
            shares.is_busy(&key);
            key
        });
        (shares, keys)
    }

    #[test]
    fn slot_time_is_shared_by_weights() {
        let (mut shares, [three, one]) = fresh([3, 1]);
        let mut seconds = [0, 0];
        for _ in 0..400 {
            let is_three =
                shares.weighted_time(&three, Duration::ZERO) <= shares.weighted_time(&one, Duration::ZERO);
            shares.charge(if is_three { &three } else { &one }, SECOND);
            seconds[usize::from(!is_three)] += 1;
        }
        assert_eq!(seconds, [300, 100]);
        // Held jobs count before they are played.
        assert!(shares.weighted_time(&three, SECOND) < shares.weighted_time(&one, SECOND));
    }

    #[test]
    fn whoever_had_nothing_to_play_does_not_get_that_time_later() {
        let (mut shares, [busy, idle]) = fresh([1, 1]);
        shares.is_idle(&idle);
        shares.charge(&busy, 400 * SECOND);
        shares.is_busy(&idle);
        let of = |shares: &FairShares, key| shares.weighted_time(key, Duration::ZERO);
        assert!((of(&shares, &idle) - of(&shares, &busy)).abs() < 1e-9);
        // Nor does a coordinator that comes later or comes back.
        let late = Key::fresh().public();
        shares.hear(&late, 1);
        shares.is_busy(&late);
        assert!((of(&shares, &late) - 400.0).abs() < 1e-9);
        shares.forget(&idle);
        shares.charge(&idle, SECOND);
        assert!(of(&shares, &idle).abs() < 1e-9);
    }
}
