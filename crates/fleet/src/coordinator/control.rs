//! Messages between a coordinator, its workers and other coordinators.

use std::time::{Duration, Instant};

use async_nats::Message as Envelope;

use super::event::{NotTaken, Outcome};
use super::{Coordinator, PAUSE};
use crate::message::{Announcement, CoordinatorOrder, Message, Offer, Queue, open};
use crate::streams::MOST_RESULTS_OF_WORKER;
use crate::{JobClass, PublicKey, subject};

/// Time without workers after which a warning is logged.
const LONELY: Duration = Duration::from_secs(10);
/// Interval between repeated logs of the reason why jobs wait.
const REMINDER: Duration = Duration::from_mins(1);

/// A note about a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WorkerNote {
    /// Its announcements are unreadable.
    Unreadable,
    /// It was exposed before.
    Exposed,
    /// It is in the account of the coordinators.
    SharesAccount,
    /// It has the maximum number of results waiting.
    FillsResults,
}

/// The presence of workers that can play the jobs.
pub(super) enum WorkerPresence {
    There,
    MissedSince(Instant),
    SaidMissing,
}

impl Coordinator {
    /// Handles the announcement of a worker.
    pub(super) async fn hear(&mut self, message: &Envelope) {
        let Some(worker) = subject::user_of(&message.subject) else { return };
        let Ok(told) = open::<Announcement>(&message.payload, &worker) else {
            if self.is_new(&worker, WorkerNote::Unreadable) {
                tracing::warn!(%worker, "ignoring announcements that are not signed by their worker or have another \
                                         version");
            }
            return;
        };
        if !subject::is_from_own_account(&message.subject) && self.is_new(&worker, WorkerNote::SharesAccount)
        {
            tracing::warn!(%worker, "unsafe: the worker shares an account with the coordinators and can delete what \
                                     others send; include the accounts.conf that `muster fleet add` writes");
        }
        if self.trust.is_exposed(&worker) {
            if self.is_new(&worker, WorkerNote::Exposed) {
                tracing::warn!(%worker, "ignoring a worker that once sent a wrong record; retire it with `muster fleet retire`");
            }
            return;
        }
        if self.roll.hear(worker, told, Instant::now()) {
            self.count_slots();
            self.offer(true).await;
        }
    }

    /// Returns `true` the first time that a note is made about a worker.
    fn is_new(&mut self, worker: &PublicKey, note: WorkerNote) -> bool {
        self.noted.insert((worker.clone(), note))
    }

    /// Logs the workers from which the server takes no more results for now, each once.
    pub(super) fn name_fillers(&mut self, fillers: Vec<PublicKey>) {
        let most = MOST_RESULTS_OF_WORKER;
        for worker in fillers {
            if self.is_new(&worker, WorkerNote::FillsResults) {
                tracing::warn!(%worker, "the worker has {most} result messages waiting for a coordinator, and the \
                                         server accepts no more from it until they are read; `muster fleet retire` \
                                         with --fleet removes them");
            }
        }
    }

    /// Obeys another coordinator's order and confirms it.
    pub(super) async fn obey(&mut self, request: Envelope) {
        let Ok(order) = CoordinatorOrder::decode(&request.payload) else { return };
        match order {
            CoordinatorOrder::Answer => {}
            CoordinatorOrder::Pause | CoordinatorOrder::Resume => {
                self.is_paused = order == CoordinatorOrder::Pause;
                tracing::warn!("{} by `muster fleet`", if self.is_paused { "paused" } else { "resumed" });
                self.offer(true).await;
            }
            CoordinatorOrder::Cancel => {
                self.offer(false).await;
                drop(self.place.outcomes.send(Outcome::Cancelled));
            }
        }
        if let Some(reply) = request.reply {
            drop(tokio::time::timeout(PAUSE, self.link.client.publish(reply, "".into())).await);
        }
    }

    /// Publishes the queues of this coordinator, or its end.
    pub(super) async fn offer(&self, is_open: bool) {
        let queue = |class: &JobClass| Queue {
            class: class.clone(),
            consumer: subject::jobs_consumer(&self.link.user, class),
        };
        let queues = if is_open { self.classes.iter().map(queue).collect() } else { Vec::new() };
        let offer = Offer {
            coordinator: self.link.user.clone(),
            epoch: self.epoch,
            queues,
            jobs: self.outstanding.count() as u64,
            weight: self.weight,
            is_paused: self.is_paused,
        };
        if let Ok(bytes) = offer.encode() {
            let publishing = self.link.client.publish(subject::offer(&self.link.user), bytes.into());
            drop(tokio::time::timeout(PAUSE, publishing).await);
        }
    }

    /// Logs once that no worker can play the jobs.
    pub(super) fn tell_lonely(&mut self, now: Instant) {
        let since = match self.company {
            _ if self.slots > 0 => {
                self.company = WorkerPresence::There;
                return;
            }
            WorkerPresence::There => now,
            WorkerPresence::MissedSince(since) => since,
            WorkerPresence::SaidMissing => return,
        };
        self.company = WorkerPresence::MissedSince(since);
        if now - since >= LONELY && !self.classes.is_empty() {
            self.company = WorkerPresence::SaidMissing;
            let class = |class: &JobClass| format!("{} with {} MiB per match", class.engine, class.memory);
            let classes = self.classes.iter().map(class).collect::<Vec<_>>().join(", ");
            tracing::warn!("no worker can play {classes}; waiting for one");
        }
    }

    /// Logs why the server does not accept jobs, at most once per interval.
    pub(super) fn tell_why_jobs_wait(&mut self, why: &NotTaken) {
        let NotTaken::Failed(why) = why else { return };
        let now = Instant::now();
        if self.told_why.is_none_or(|told| now - told >= REMINDER) {
            self.told_why = Some(now);
            tracing::warn!(
                why,
                "the server does not accept jobs; retrying; see its log; if its disk was full, restart it"
            );
        }
    }
}
