//! Requests for jobs: when to ask, and which queue.

use std::time::{Duration, Instant};

use super::event::Patience;
use super::{Coordinator, Session, Stage, next_batch};
use crate::PublicKey;
use crate::message::{Answer, HeldJobs, Queue};

/// Target amount of work ahead of each slot.
const AHEAD: Duration = Duration::from_millis(500);
/// Number of consecutive failures to play after which a worker rests, and the duration of its first rest.
const SOME_FAILURES: u32 = 3;
const REST: Duration = Duration::from_secs(1);

impl Session {
    /// Asks for a batch if there is too little to do. The coordinator with the least slot time for its weight comes
    /// first.
    pub(super) fn ask(&mut self) {
        if self.rests.is_some_and(|end| Instant::now() < end) {
            return;
        }
        let is_asking = self.asked.values().any(|patience| *patience == Patience::None);
        if self.stage != Stage::Working || is_asking || !self.wants_more() {
            return;
        }
        let mut queues = self.open_queues();
        // With a single queue, the order of coordinators does not matter.
        let patience = if queues.len() == 1 { Patience::Some } else { Patience::None };
        queues.retain(|(_, consumer)| !self.asked.contains_key(consumer));
        let next = queues.into_iter().min_by(|(one, _), (other, _)| one.total_cmp(other));
        if let Some((_, consumer)) = next {
            self.ask_for(consumer, patience);
        }
    }

    /// The queues whose jobs this worker can play, with the weighted slot time of their coordinators.
    fn open_queues(&self) -> Vec<(f64, String)> {
        let held = self.held.jobs_by_coordinator();
        let mut open = Vec::new();
        for (key, coordinator) in self.coordinators.iter().filter(|(_, coordinator)| !coordinator.is_paused) {
            let jobs = held.get(key).copied().unwrap_or_default();
            let had = self.shares.weighted_time(key, self.pace_of(key).saturating_mul(jobs as u32));
            let queues = coordinator.queues.iter().filter(|queue| self.can_play(queue));
            open.extend(queues.map(|queue| (had, queue.consumer.clone())));
        }
        open
    }

    fn can_play(&self, Queue { class, .. }: &Queue) -> bool {
        self.options.engines.contains(&class.engine)
            && self.options.memory.is_none_or(|memory| class.bytes() <= memory)
    }

    fn ask_for(&mut self, consumer: String, patience: Patience) {
        let (link, events) = (self.link.clone(), self.events.clone());
        let is_ending = self.is_ending.subscribe();
        tokio::spawn(next_batch::next(link, consumer.clone(), patience, events, is_ending));
        self.asked.insert(consumer, patience);
    }

    /// Waits for a batch of an empty queue while others are asked.
    pub(super) fn wait_for(&mut self, consumer: String) {
        if let Some(coordinator) = self.coordinator_of(&consumer) {
            self.shares.is_idle(&coordinator);
        }
        if self.stage == Stage::Working && self.wants_more() {
            self.ask_for(consumer, Patience::Some);
        }
    }

    fn coordinator_of(&self, consumer: &str) -> Option<PublicKey> {
        let has =
            |coordinator: &Coordinator| coordinator.queues.iter().any(|queue| queue.consumer == consumer);
        self.coordinators.iter().find(|(_, coordinator)| has(coordinator)).map(|(key, _)| key.clone())
    }

    /// Slot time per match of a coordinator, as far as it is known.
    pub(super) fn pace_of(&self, coordinator: &PublicKey) -> Duration {
        let own = self.coordinators.get(coordinator).and_then(|coordinator| coordinator.pace.of_a_match());
        own.or_else(|| self.pace.of_a_match()).unwrap_or(Duration::from_secs(1))
    }

    fn wants_more(&self) -> bool {
        let (jobs, slots) = (self.held.jobs(), self.options.slots);
        let Some(ahead) = jobs.checked_sub(slots) else { return true };
        if self.pace.of_a_match().is_none() {
            return ahead < slots;
        }
        let held = self.held.jobs_by_coordinator();
        let work: Duration =
            held.iter().map(|(key, jobs)| self.pace_of(key).saturating_mul(*jobs as u32)).sum();
        let work_ahead = work.mul_f64(ahead as f64 / jobs.max(1) as f64);
        work_ahead < AHEAD.saturating_mul(slots as u32)
    }

    /// Charges the time since the last count to the coordinators whose jobs are in play.
    pub(super) fn count_slot_time(&mut self, now: Instant) {
        let time = now - std::mem::replace(&mut self.ticked, now);
        for (key, slots) in self.held.playing(self.options.slots) {
            self.spend(&key, time.saturating_mul(slots as u32));
        }
    }

    fn spend(&mut self, coordinator: &PublicKey, time: Duration) {
        self.pace.spend(time);
        self.shares.charge(coordinator, time);
        if let Some(known) = self.coordinators.get_mut(coordinator) {
            known.pace.spend(time);
        }
    }

    /// Counts the answer of a match. After repeated failures, the worker leaves jobs to others for a while, longer each
    /// time.
    pub(super) fn count_answer(&mut self, held: &HeldJobs, answer: &Answer) {
        // Charges the time since the last count to the coordinator whose match has ended, so that short matches are
        // charged correctly, too.
        let now = Instant::now();
        let time = now - std::mem::replace(&mut self.ticked, now);
        let busy = self.held.jobs().min(self.options.slots);
        self.spend(&held.coordinator, time.saturating_mul(busy as u32));
        let is_played = matches!(answer, Answer::Played(_));
        if is_played {
            self.pace.count();
            if let Some(coordinator) = self.coordinators.get_mut(&held.coordinator) {
                coordinator.pace.count();
            }
        }
        self.failures = if is_played { 0 } else { self.failures.saturating_add(1) };
        if self.failures >= SOME_FAILURES {
            let pause = REST.saturating_mul(1 << (self.failures - SOME_FAILURES).min(5));
            self.rests = Some(Instant::now() + pause);
        }
    }
}
