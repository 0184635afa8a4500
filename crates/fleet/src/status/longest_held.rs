//! The batches that workers have held for longest.

use std::cmp::Reverse;
use std::time::SystemTime;

use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use schemars::JsonSchema;
use serde::Serialize;

use super::HeardMessages;
use crate::message::{Batch, HeldJobs, Message};

/// Maximum number of batches of a queue that are examined.
const MOST_BATCHES: usize = 5;

/// A batch that a worker holds and that outlasted the query.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HeldBatchStatus {
    /// The public key of the coordinator whose batch it is.
    pub coordinator: String,
    /// The public key of the worker that claims to hold it. Null if no worker does: the worker was lost, and another
    /// one gets the batch when its lease of 30 seconds expires.
    pub worker: Option<String>,
    /// The machine of that worker.
    pub host: Option<String>,
    /// The number of jobs in it.
    pub jobs: usize,
    /// The seconds since it was published. It may have waited for some of them.
    pub seconds: u64,
}

/// The places in the stream of the oldest batches that workers hold, for each queue. Batches are handed out in the
/// order of publication, and stay in the stream until they have their results.
pub(super) async fn oldest(stream: &Stream) -> Vec<u64> {
    let mut places = Vec::new();
    let mut consumers = stream.consumers();
    while let Some(Ok(queue)) = consumers.next().await {
        let mut from = 1;
        for _ in 0..queue.num_ack_pending.min(MOST_BATCHES) {
            let subject = &queue.config.filter_subject;
            let Ok(message) = stream.get_first_raw_message_by_subject(subject, from).await else { break };
            places.push(message.sequence);
            from = message.sequence + 1;
        }
    }
    places
}

/// The batches that are still there after workers were heard, oldest first.
pub(super) async fn still(stream: &Stream, places: &[u64], heard: &HeardMessages) -> Vec<HeldBatchStatus> {
    let mut found = Vec::new();
    for place in places {
        let Ok(message) = stream.get_raw_message(*place).await else { continue };
        let Ok(batch) = Batch::decode(&message.payload) else { continue };
        let age = SystemTime::now().duration_since(message.time.into()).unwrap_or_default();
        found.push(status(&batch, age.as_secs(), heard));
    }
    found.sort_by_key(|batch| Reverse(batch.seconds));
    found
}

fn status(batch: &Batch, seconds: u64, heard: &HeardMessages) -> HeldBatchStatus {
    let name = HeldJobs { coordinator: batch.coordinator.clone(), epoch: batch.epoch, batch: batch.number };
    let holder = heard.workers.iter().find(|(_, told)| told.announcement.held.contains(&name));
    HeldBatchStatus {
        coordinator: batch.coordinator.to_string(),
        worker: holder.map(|((key, _), _)| key.to_string()),
        host: holder.map(|(_, told)| told.announcement.host.clone()),
        jobs: batch.len(),
        seconds,
    }
}
