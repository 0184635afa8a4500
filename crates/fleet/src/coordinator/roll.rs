//! The workers that were heard lately.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::PublicKey;
use crate::message::{Announcement, Held};
use crate::streams::LEASE;

/// The workers that were heard lately, by keys and processes.
#[derive(Default)]
pub(super) struct Roll(BTreeMap<(PublicKey, u64), Member>);

struct Member {
    heard: Instant,
    slots: usize,
    engines: Vec<String>,
    held: BTreeSet<Held>,
}

impl Roll {
    /// Notes what a worker says of itself. Returns whether it was not known.
    pub(super) fn hear(&mut self, worker: PublicKey, told: Announcement, now: Instant) -> bool {
        let name = (worker, told.process);
        if told.slots == 0 {
            self.0.remove(&name);
            return false;
        }
        let held = told.held.into_iter().collect();
        let member = Member { heard: now, slots: told.slots as usize, engines: told.engines, held };
        self.0.insert(name, member).is_none()
    }

    /// Forgets workers that have been silent for the time of a lease.
    pub(super) fn forget_silent(&mut self, now: Instant) {
        self.0.retain(|_, member| now.saturating_duration_since(member.heard) < LEASE);
    }

    /// The slots of workers with one of these fingerprints; of all, where none is given.
    pub(super) fn slots(&self, engines: &BTreeSet<String>) -> usize {
        let plays = |member: &&Member| {
            engines.is_empty() || member.engines.iter().any(|engine| engines.contains(engine))
        };
        self.0.values().filter(plays).map(|member| member.slots).fold(0, usize::saturating_add)
    }

    /// Whether a worker says that it holds this batch.
    pub(super) fn is_held(&self, coordinator: &PublicKey, epoch: u64, batch: u64) -> bool {
        let held = Held { coordinator: coordinator.clone(), epoch, batch };
        self.0.values().any(|member| member.held.contains(&held))
    }
}
