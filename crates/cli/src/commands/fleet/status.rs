//! `muster fleet status` in a build with the feature `network`.

use std::collections::BTreeMap;

use fleet::{Credentials, FleetFolder, FleetStatus, Idleness, status};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::{inert, shortened};

use super::StatusCommand;
use crate::exit::Done;

/// Maximum number of batches shown, the oldest first.
const MOST_BATCHES: usize = 5;

impl StatusCommand {
    pub(super) fn run(self) -> Done {
        let names = match self.folder {
            Some(folder) => FleetFolder::at(folder).register()?.names(),
            None => BTreeMap::new(),
        };
        let found = status(&self.fleet, Credentials::read(&self.creds)?)?;
        if self.prometheus {
            out::line(found.prometheus(&names).trim_end())
        } else if self.json {
            out::json(&found)
        } else {
            print(&found, &names)
        }
    }
}

fn print(found: &FleetStatus, names: &BTreeMap<String, String>) -> Done {
    // A key that is not in the folder belongs to a user created elsewhere, or to a retired one.
    let name = |key: &String| names.get(key).unwrap_or(key).clone();
    let slots: u32 = found.workers.iter().fold(0, |slots, worker| slots.saturating_add(worker.slots));
    out::line(&format!("workers: {}, slots: {slots}; nats-server {}", found.workers.len(), found.server))?;
    let head = [
        ("worker", Align::Left),
        ("machine", Align::Left),
        ("version", Align::Left),
        ("slots", Align::Right),
        ("batches", Align::Right),
        ("played", Align::Right),
        ("per second", Align::Right),
        ("failed", Align::Right),
        ("note", Align::Left),
    ];
    let rows: Vec<Vec<String>> = found
        .workers
        .iter()
        .map(|worker| {
            vec![
                name(&worker.key),
                shortened(&worker.host),
                shortened(&worker.version),
                worker.slots.to_string(),
                worker.batches.to_string(),
                worker.played.to_string(),
                worker.matches_per_second.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.1}")),
                worker.failed.to_string(),
                worker.idle.map_or("", Idleness::words).to_owned(),
            ]
        })
        .collect();
    if !rows.is_empty() {
        out::line(&table::render(&head, &rows))?;
    }
    for worker in &found.workers {
        if let Some(why) = &worker.failure {
            out::line(&format!("{} failed last: {}", name(&worker.key), inert(why)))?;
        }
    }
    for worker in found.workers.iter().filter(|worker| worker.shares_account) {
        out::line(&format!(
            "unsafe: {} shares the coordinators' account and can delete what others send; make the server include \
             the accounts.conf that `muster fleet add` writes",
            name(&worker.key)
        ))?;
    }
    for (version, count) in found.other_versions() {
        out::line(&format!("workers of version {}, not {}: {count}", inert(version), found.program))?;
    }
    for coordinator in &found.coordinators {
        let paused = if coordinator.paused { ", paused" } else { "" };
        let (jobs, weight) = (coordinator.jobs, coordinator.weight);
        out::line(&format!(
            "{}: jobs without a result: {jobs}, weight {weight}{paused}",
            name(&coordinator.key)
        ))?;
        for queue in &coordinator.queues {
            let shown = |count: Option<u64>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
            out::line(&format!(
                "  batches queued: {}, with workers: {}, for {} and {} MiB per match",
                shown(queue.waiting),
                shown(queue.held),
                inert(&queue.engine),
                queue.memory
            ))?;
        }
    }
    for batch in found.held.iter().take(MOST_BATCHES) {
        let holder = match (&batch.worker, &batch.host) {
            (Some(worker), Some(host)) => format!("{} on {}", name(worker), inert(host)),
            _ => "no worker that has reported".to_owned(),
        };
        let (jobs, seconds) = (batch.jobs, batch.seconds);
        out::line(&format!(
            "with {holder}: jobs {jobs} of {}, for {seconds} s at most",
            name(&batch.coordinator)
        ))?;
    }
    for waiting in &found.results {
        let (worker, coordinator) = (name(&waiting.worker), name(&waiting.coordinator));
        out::line(&format!(
            "results of {worker} not yet received by {coordinator}: messages {}",
            waiting.messages
        ))?;
    }
    found.streams.iter().try_for_each(|stream| {
        let [bytes, most] =
            [stream.bytes, stream.most_bytes.unsigned_abs()].map(|bytes| bytes.div_ceil(1 << 20));
        out::line(&format!("stream {}: messages {}, {bytes} of {most} MiB", stream.name, stream.messages))
    })
}
