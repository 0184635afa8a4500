//! Batches from their arrival until their results are sent.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_nats::Message as Envelope;
use async_nats::jetstream::AckKind;
use hash::Hash;

use super::event::Event;
use super::player::PlayerCommand;
use super::{Session, modules, next_batch, result_sending};
use crate::message::{Answer, Batch, HeldJobs, Message};

/// Number of deliveries after which a batch is given up: it presumably crashes its workers.
const MOST_DELIVERIES: i64 = 6;

impl Session {
    /// Receives a batch.
    pub(super) async fn receive(&mut self, message: Envelope) {
        let Some(reply) = message.reply.clone() else { return };
        let batch = match Batch::decode(&message.payload) {
            Ok(batch) => batch,
            Err(why) => {
                // It stays in the stream, for workers of another version.
                tracing::warn!(subject = %message.subject, %why, "rejected jobs");
                return;
            }
        };
        let held =
            HeldJobs { coordinator: batch.coordinator.clone(), epoch: batch.epoch, batch: batch.number };
        let deliveries = next_batch::deliveries(&self.link, message);
        let jobs = match batch.jobs() {
            Ok(jobs) => jobs,
            Err(why) => {
                tracing::warn!(%why, "rejected jobs");
                self.acknowledge(reply, AckKind::Term).await;
                return;
            }
        };
        // A redelivery, because the first lease has expired. From here on, the new lease is extended.
        if !self.held.begin(held.clone(), reply, &jobs) {
            return;
        }
        self.has_changed = true;
        self.shares.is_busy(&held.coordinator);
        if deliveries >= MOST_DELIVERIES {
            let times = u32::try_from(deliveries - 1).unwrap_or(u32::MAX);
            for job in &jobs {
                self.held.answered(&held, job.id.number(), Answer::Lost(times));
            }
            self.send_if_done(&held);
            return;
        }
        self.fetching.push_back((held, batch));
        self.fetch();
    }

    /// Fetches the modules of the batch that has waited longest.
    fn fetch(&mut self) {
        if self.fetches {
            return;
        }
        let Some((held, batch)) = self.fetching.pop_front() else { return };
        self.fetches = true;
        let known: Vec<(Hash, Option<Arc<[u8]>>)> =
            modules::named_in(&batch).into_iter().map(|hash| (hash, self.cache.find(&hash))).collect();
        let (link, events) = (self.link.clone(), self.events.clone());
        tokio::spawn(async move {
            let mut modules = Vec::new();
            for (hash, bytes) in known {
                let bytes = match bytes {
                    Some(bytes) => Some(bytes),
                    None => modules::fetch(&link, &hash).await,
                };
                modules.push((hash, bytes));
            }
            drop(events.send(Event::Fetched { held, batch, modules }));
        });
    }

    /// Passes a batch to the player. Jobs whose modules the fleet does not have are answered with `NoModule`.
    pub(super) fn hand_on(&mut self, held: HeldJobs, batch: &Batch, modules: Vec<(Hash, Option<Arc<[u8]>>)>) {
        self.fetches = false;
        let mut found = BTreeMap::new();
        for (hash, bytes) in modules {
            if let Some(bytes) = bytes {
                self.cache.add(hash, Arc::clone(&bytes));
                found.insert(hash, bytes);
            }
        }
        // Its coordinator has ended in the meantime and does not want it.
        let has_ended = self.coordinators.get(&held.coordinator).is_some_and(|it| it.queues.is_empty());
        if has_ended {
            self.held.released(&held, batch.len());
            self.send_if_done(&held);
            self.fetch();
            return;
        }
        let mut playable = Vec::new();
        for job in batch.jobs().unwrap_or_default() {
            let missing = job.modules().find(|(hash, _)| !found.contains_key(hash));
            match missing {
                Some((hash, _)) => self.held.answered(&held, job.id.number(), Answer::NoModule(hash)),
                None => playable.push(job),
            }
        }
        self.send_if_done(&held);
        if !playable.is_empty() {
            drop(self.orders.send(PlayerCommand::Play { held, jobs: playable, modules: found }));
        }
        self.fetch();
    }

    /// Sends the results of a batch, if each of its jobs has one or was released.
    pub(super) fn send_if_done(&mut self, held: &HeldJobs) {
        let Some(results) = self.held.take_results(held) else { return };
        let pace = self.pace_of(&held.coordinator);
        let (link, events, held) = (self.link.clone(), self.events.clone(), held.clone());
        let process = self.process;
        tokio::spawn(async move {
            result_sending::send(&link, process, &held, pace, results).await;
            drop(events.send(Event::Sent(held)));
        });
    }
}
