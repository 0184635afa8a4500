//! Matches that are played again, alone: because a bot was slow, or because the host has failed at them twice.
//!
//! The second playing of a slow match counts, even if it ends with the fault `slow`. The number of repetitions and
//! their time are bounded ([`RepeatLimits`]); beyond that, the first playing counts. The last try of a void match is
//! not bounded in time, because it has no other result; playing ends when too many such tries fail.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::Seat;
use referee::{Fault, Loss, Record};
use tournament::EntrantId;

use super::agenda::Incident;
use super::batch::{Batch, SlowMatch};
use crate::match_job::MatchJob;

/// The limits on repetitions in one session of a stage, in one session of a sequential test, or in one verification.
#[derive(Clone, Copy, Debug)]
pub(super) struct RepeatLimits {
    /// Maximum time for all matches together. A match that has begun is played to its end.
    pub(super) time: Duration,
    /// Maximum number of matches of one entrant.
    pub(super) each: usize,
}

impl Default for RepeatLimits {
    /// Ten minutes, and sixteen matches of each entrant.
    fn default() -> RepeatLimits {
        RepeatLimits { time: Duration::from_mins(10), each: 16 }
    }
}

/// Matches that wait to be played alone, and an account of the time spent on slow ones.
pub(super) struct Repeats {
    bound: RepeatLimits,
    /// Matches that wait for their last try.
    last_tries: VecDeque<MatchJob>,
    /// Matches in which a bot was slow.
    waiting: Vec<SlowMatch>,
    /// Matches that will not be played again after all, until they are taken.
    settled: Vec<SlowMatch>,
    /// For each entrant, the time spent on repeating its matches, and the number of such matches, including those that
    /// wait.
    account: BTreeMap<EntrantId, (Duration, usize)>,
    /// The entrant whose slow match is being played alone, and the time since which it is charged.
    playing: Option<(EntrantId, Instant)>,
}

impl Repeats {
    pub(super) fn within(bound: RepeatLimits) -> Repeats {
        Repeats {
            bound,
            last_tries: VecDeque::new(),
            waiting: Vec::new(),
            settled: Vec::new(),
            account: BTreeMap::new(),
            playing: None,
        }
    }

    /// Returns `true` if no match waits to be played or taken.
    pub(super) fn is_empty(&self) -> bool {
        self.last_tries.is_empty() && self.waiting.is_empty() && self.settled.is_empty()
    }

    /// Number of matches that wait for their last try.
    pub(super) fn last_tries(&self) -> usize {
        self.last_tries.len()
    }

    /// Holds a match at which the host has failed for its last try.
    pub(super) fn hold_for_last_try(&mut self, job: MatchJob) {
        self.last_tries.push_back(job.again_alone());
    }

    /// Returns the next match to play alone; `None` if no match waits or no time is left.
    pub(super) fn next(&mut self) -> Option<MatchJob> {
        self.playing = None;
        if let Some(job) = self.last_tries.pop_front() {
            return Some(job);
        }
        let spent: Duration = self.account.values().map(|(time, _)| *time).sum();
        if spent >= self.bound.time {
            self.settled.append(&mut self.waiting);
            return None;
        }
        // No entrant's matches may crowd out those of others.
        let fairness =
            |slow: &SlowMatch| (self.account.get(&slow.by).copied().unwrap_or_default().0, slow.job.key);
        let next = (0..self.waiting.len()).min_by_key(|&index| fairness(&self.waiting[index]))?;
        let SlowMatch { job, by, .. } = self.waiting.swap_remove(next);
        self.playing = Some((by, Instant::now()));
        Some(job.again_alone())
    }

    /// Charges the time of the slow match that was played alone, if any. If it is void and tried again, its time counts
    /// from here.
    pub(super) fn charge(&mut self) {
        if let Some((by, since)) = &mut self.playing {
            self.account.entry(*by).or_default().0 += since.elapsed();
            *since = Instant::now();
        }
    }

    /// Holds a match to be played again alone if a bot was slow in it; returns any other match. If that exceeds the
    /// limit for this entrant, its waiting match that is last in schedule order is not played again, regardless of the
    /// order of arrival.
    pub(super) fn hold_if_slow(
        &mut self,
        job: MatchJob,
        record: Record,
        batch: &mut Batch,
    ) -> Option<(MatchJob, Record)> {
        let Some((seat, loss)) = slow_seat(&record) else { return Some((job, record)) };
        let (key, by, why) = (job.key, job.entrants[seat], Arc::<str>::from(loss.failure.detail.as_str()));
        batch.incidents.push(Incident::Slow { key, why: Arc::clone(&why), again: true });
        self.waiting.push(SlowMatch { job, by, why, record });
        let (_, matches) = self.account.entry(by).or_default();
        *matches += 1;
        if *matches > self.bound.each {
            *matches -= 1;
            let of_entrant = (0..self.waiting.len()).filter(|&index| self.waiting[index].by == by);
            if let Some(last) = of_entrant.max_by_key(|&index| self.waiting[index].job.key) {
                batch.count(self.waiting.swap_remove(last));
            }
        }
        None
    }

    /// Takes the matches that will not be played again after all.
    pub(super) fn take_settled(&mut self) -> Vec<SlowMatch> {
        std::mem::take(&mut self.settled)
    }
}

/// Returns the seat that lost by `slow`, the one fault that depends on the machine; `None` if there is no such seat.
fn slow_seat(record: &Record) -> Option<(Seat, &Loss)> {
    record
        .losses
        .iter()
        .filter_map(|(seat, loss)| Some((seat, &**loss.as_ref()?)))
        .find(|(_, loss)| loss.failure.fault == Fault::Slow)
}

/// The loss by `slow`, if there is one.
pub(crate) fn slow_loss(record: &Record) -> Option<&Loss> {
    slow_seat(record).map(|(_, loss)| loss)
}
