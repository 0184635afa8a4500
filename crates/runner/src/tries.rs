//! Jobs on the slots, each until it has a result that counts.
//!
//! A match at which the host failed is void and is tried again, three times at most. A match in which a bot passed the
//! net below its clock is played once more with no other beside it, when nothing else is left to play; what comes of
//! that counts, the fault `slow` included. Playing again is bounded ([`Bound`]): past that, the first playing counts.
//! Whoever takes results sees neither slots nor bookkeeping.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use game::Seat;
use referee::{Fault, Loss, Record};
use tournament::{EntrantId, MatchKey};

use crate::job::MatchJob;
use crate::slots::{Finished, Slots};

/// How often a void match is tried.
const TRIES: u32 = 3;

/// What may be played again because a bot was slow: in one stage of a run in one sitting, in one sitting of a
/// sequential test, in one verification.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    /// Time for all of it together. A match that has begun is played to its end.
    time: Duration,
    /// Matches of one entrant.
    each: usize,
}

impl Default for Bound {
    /// Ten minutes, and sixteen matches of an entrant.
    fn default() -> Bound {
        Bound { time: Duration::from_mins(10), each: 16 }
    }
}

/// What became of a job that came back from the slots.
pub(crate) enum Tried {
    /// It was played, and the result counts.
    Played(MatchJob, Box<Record>),
    /// A bot passed the net.
    Slow {
        /// In which match.
        key: MatchKey,
        /// The fault's detail.
        why: String,
        /// Whether the match waits to be played alone. Where it does not, its result follows.
        again: bool,
    },
    /// The host failed.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: String,
        /// How often it has been tried.
        tries: u32,
        /// Whether it is not tried again.
        last: bool,
    },
}

/// The jobs that were given to the slots and have no result yet.
pub(crate) struct Tries<'a> {
    slots: &'a Slots,
    bound: Bound,
    in_flight: usize,
    slow: Vec<Slow>,
    /// The match that is being played alone, and since when.
    alone: Option<(Slow, Instant)>,
    /// Matches that are not played again after all, until they are collected.
    settled: Vec<Slow>,
    /// Time for which matches of an entrant were played again, and their number with those that wait.
    again: BTreeMap<EntrantId, (Duration, usize)>,
    failed: BTreeMap<MatchKey, u32>,
}

/// A match in which a bot passed the net.
struct Slow {
    job: MatchJob,
    by: EntrantId,
    why: String,
    /// What came of it the first time.
    record: Box<Record>,
}

impl<'a> Tries<'a> {
    pub(crate) fn new(slots: &'a Slots) -> Tries<'a> {
        Tries::within(slots, Bound::default())
    }

    fn within(slots: &'a Slots, bound: Bound) -> Tries<'a> {
        Tries {
            slots,
            bound,
            in_flight: 0,
            slow: Vec::new(),
            alone: None,
            settled: Vec::new(),
            again: BTreeMap::new(),
            failed: BTreeMap::new(),
        }
    }

    /// Jobs that are queued or being played, or have a result to be collected. Those that wait to be played alone are
    /// not among them.
    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight + self.settled.len()
    }

    /// Gives jobs to the slots.
    pub(crate) fn submit(&mut self, jobs: impl IntoIterator<Item = MatchJob, IntoIter: ExactSizeIterator>) {
        let jobs = jobs.into_iter();
        self.in_flight += jobs.len();
        self.slots.submit(jobs);
    }

    /// Whether nothing may be given to the slots, because a match is being played alone.
    pub(crate) fn is_alone(&self) -> bool {
        self.alone.is_some()
    }

    /// Has a match played alone, if one waits and the slots are empty. To be called when there is nothing else to play.
    pub(crate) fn play_one_alone(&mut self) {
        if self.in_flight() > 0 {
            return;
        }
        let spent: Duration = self.again.values().map(|(time, _)| *time).sum();
        if spent >= self.bound.time {
            self.settled.append(&mut self.slow);
            return;
        }
        // Nobody's matches crowd out those of others.
        let fairness = |slow: &Slow| (self.again.get(&slow.by).copied().unwrap_or_default().0, slow.job.key);
        let next = (0..self.slow.len()).min_by_key(|&index| fairness(&self.slow[index]));
        if let Some(slow) = next.map(|index| self.slow.swap_remove(index)) {
            self.submit([slow.job.clone()]);
            self.alone = Some((slow, Instant::now()));
        }
    }

    /// Like [`play_one_alone`](Self::play_one_alone), for who needs every result before going on: says whether nothing
    /// else may be given to the slots, because a match is played alone or waits for that.
    pub(crate) fn hold_for_one_alone(&mut self) -> bool {
        self.play_one_alone();
        self.is_alone() || !self.slow.is_empty() || !self.settled.is_empty()
    }

    /// Gives up every job that no slot has begun.
    pub(crate) fn take_back(&mut self) {
        self.slow.clear();
        self.settled.clear();
        self.in_flight -= self.slots.take_back();
    }

    /// Waits for results, at most so long. Gives what became of each, in the order in which they came.
    pub(crate) fn collect(&mut self, patience: Duration) -> Vec<Tried> {
        let mut tried: Vec<Tried> =
            std::mem::take(&mut self.settled).into_iter().flat_map(Slow::counted).collect();
        let finished = self.slots.collect(if tried.is_empty() { patience } else { Duration::ZERO });
        self.in_flight -= finished.len();
        tried.extend(finished.into_iter().flat_map(|finished| self.judge(finished)));
        tried
    }

    fn judge(&mut self, Finished { job, result }: Finished) -> Vec<Tried> {
        let alone = self.alone.take_if(|(slow, _)| slow.job.key == job.key);
        if let Some((slow, since)) = &alone {
            self.again.entry(slow.by).or_default().0 += since.elapsed();
        }
        match result {
            Ok(record) => match slow_seat(&record) {
                Some((seat, loss)) if alone.is_none() => {
                    let (by, why) = (job.entrants[seat], loss.failure.detail.clone());
                    self.set_aside(Slow { job, by, why, record: Box::new(record) })
                }
                _ => vec![Tried::Played(job, Box::new(record))],
            },
            Err(error) => {
                let tries = self.failed.entry(job.key).or_default();
                *tries += 1;
                let (key, tries, last) = (job.key, *tries, *tries >= TRIES);
                if !last {
                    self.submit([job]);
                    self.alone = alone.map(|(slow, _)| (slow, Instant::now()));
                }
                vec![Tried::Void { key, why: describe(&error), tries, last }]
            }
        }
    }

    /// Has a match wait to be played alone. Where that is one too many of this entrant, the last of those that wait in
    /// schedule order is not played again, whichever came first.
    fn set_aside(&mut self, slow: Slow) -> Vec<Tried> {
        let (key, by, why) = (slow.job.key, slow.by, slow.why.clone());
        tracing::info!(%key, why, "slow");
        self.slow.push(slow);
        let (_, matches) = self.again.entry(by).or_default();
        *matches += 1;
        let mut tried = vec![Tried::Slow { key, why, again: true }];
        if *matches > self.bound.each {
            *matches -= 1;
            let waiting = (0..self.slow.len()).filter(|&index| self.slow[index].by == by);
            let last = waiting.max_by_key(|&index| self.slow[index].job.key);
            tried.extend(last.into_iter().flat_map(|index| self.slow.swap_remove(index).counted()));
        }
        tried
    }
}

impl Slow {
    /// The first playing counts.
    fn counted(self) -> [Tried; 2] {
        let Slow { job, why, record, .. } = self;
        [Tried::Slow { key: job.key, why, again: false }, Tried::Played(job, record)]
    }
}

/// A line for the record of what depends on the host.
pub(crate) fn slow_note(key: MatchKey, why: &str, again: bool) -> String {
    let what = if again { "it is played again alone" } else { "it is not played again" };
    format!("match {key} slow, {what}: {why}")
}

/// The seat that lost by the one fault that depends on the machine, if there is one.
fn slow_seat(record: &Record) -> Option<(Seat, &Loss)> {
    record
        .losses
        .iter()
        .filter_map(|(seat, loss)| Some((seat, &**loss.as_ref()?)))
        .find(|(_, loss)| loss.failure.fault == Fault::Slow)
}

/// The loss by that fault, if there is one.
pub(crate) fn slow_loss(record: &Record) -> Option<&Loss> {
    slow_seat(record).map(|(_, loss)| loss)
}

/// An error with its causes.
fn describe(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests;
