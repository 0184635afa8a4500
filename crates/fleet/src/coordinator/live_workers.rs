//! The live workers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::message::{Announcement, HeldJobs};
use crate::streams::LEASE;
use crate::{JobClass, PublicKey};

/// Maximum number of slots that a process may claim.
const MOST_SLOTS: u32 = 4096;
/// Maximum number of processes with the same key.
const MOST_PROCESSES: usize = 4096;
/// Maximum number of fingerprints and batches that a process may name.
const MOST_ENGINES: usize = 64;
const MOST_HELD: usize = 8192;

/// The live workers, by key and process.
#[derive(Default)]
pub(super) struct LiveWorkers(BTreeMap<WorkerProcess, State>);

/// A process of a worker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct WorkerProcess {
    /// The worker's key, with which it signs.
    pub(super) key: PublicKey,
    /// The process among those with this key, as it reports.
    pub(super) process: u64,
}

struct State {
    heard: Instant,
    slots: usize,
    engines: Vec<String>,
    memory: Option<u64>,
    held: BTreeSet<HeldJobs>,
}

impl State {
    /// Maximum number of simultaneous matches of a class.
    fn slots_for(&self, class: &JobClass) -> usize {
        if !self.engines.contains(&class.engine) {
            return 0;
        }
        let fit = self.memory.and_then(|memory| memory.checked_div(class.bytes()));
        fit.map_or(self.slots, |fit| self.slots.min(usize::try_from(fit).unwrap_or(usize::MAX)))
    }
}

impl LiveWorkers {
    /// Notes the announcement of a worker. Returns `true` if the worker was not known.
    pub(super) fn hear(&mut self, worker: PublicKey, told: Announcement, now: Instant) -> bool {
        let name = WorkerProcess { key: worker, process: told.process };
        if told.slots == 0 {
            self.0.remove(&name);
            return false;
        }
        if told.engines.len() > MOST_ENGINES || told.held.len() > MOST_HELD {
            return false;
        }
        let is_known = self.0.contains_key(&name);
        if !is_known && self.processes(&name.key) >= MOST_PROCESSES {
            return false;
        }
        let held = told.held.into_iter().collect();
        let Announcement { slots, engines, memory, .. } = told;
        let state = State { heard: now, slots: slots.min(MOST_SLOTS) as usize, engines, memory, held };
        self.0.insert(name, state).is_none()
    }

    /// Forgets a worker.
    pub(super) fn forget(&mut self, worker: &PublicKey) {
        self.0.retain(|member, _| member.key != *worker);
    }

    /// Number of processes with this key.
    fn processes(&self, key: &PublicKey) -> usize {
        let [first, last] = [0, u64::MAX].map(|process| WorkerProcess { key: key.clone(), process });
        self.0.range(first..=last).count()
    }

    /// Forgets workers that have been silent for the time of a lease.
    pub(super) fn forget_silent(&mut self, now: Instant) {
        self.0.retain(|_, state| now.saturating_duration_since(state.heard) < LEASE);
    }

    /// Number of slots of workers that can play one of these classes, or of all workers if there are no classes.
    pub(super) fn slots(&self, classes: &BTreeSet<JobClass>) -> usize {
        let slots = |state: &State| match classes.iter().map(|class| state.slots_for(class)).max() {
            Some(slots) => slots,
            None => state.slots,
        };
        self.0.values().map(slots).fold(0, usize::saturating_add)
    }

    /// Returns `true` if another process can play a class, for a second answer.
    pub(super) fn has_other(&self, first: &WorkerProcess, class: &JobClass) -> bool {
        self.players(class).any(|member| member != first)
    }

    /// Returns `true` if the answer of `second` counts as a second one. Another worker's does. If all processes that
    /// can play the class share credentials, another process's does, too.
    pub(super) fn is_other(&self, first: &WorkerProcess, second: &WorkerProcess, class: &JobClass) -> bool {
        first.key != second.key
            || (first.process != second.process && self.players(class).all(|member| member.key == first.key))
    }

    fn players(&self, class: &JobClass) -> impl Iterator<Item = &WorkerProcess> {
        self.0.iter().filter(|(_, state)| state.slots_for(class) > 0).map(|(member, _)| member)
    }

    /// The batches of this epoch that workers claim to hold.
    pub(super) fn held(&self, coordinator: &PublicKey, epoch: u64) -> BTreeSet<u64> {
        let held = self.0.values().flat_map(|state| &state.held);
        let own = held.filter(|held| held.epoch == epoch && held.coordinator == *coordinator);
        own.map(|held| held.batch).collect()
    }
}
