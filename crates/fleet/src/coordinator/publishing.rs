//! Requests to the server while a coordinator goes on.

use std::collections::BTreeSet;

use async_nats::jetstream::stream::RawMessageErrorKind;
use hash::Hash;

use super::event::NotTaken;
use crate::connection::Connection;
use crate::message::{Batch, Message, chunks};
use crate::validator::Modules;
use crate::{JobClass, streams, subject};

/// Start of the server's error when a stream, or its part for one subject, is full: "maximum bytes exceeded".
const FULL: &str = "maximum ";

/// Publishes a message. Returns its place in the stream.
pub(super) async fn publish(link: &Connection, subject: String, bytes: Vec<u8>) -> Result<u64, NotTaken> {
    let failed = |error: &dyn std::error::Error| {
        let why = explain::with_causes(error);
        if why.contains(FULL) { NotTaken::Full } else { NotTaken::Failed(why) }
    };
    let sent = link.context.publish(subject, bytes.into()).await.map_err(|error| failed(&error))?;
    sent.await.map(|stored| stored.sequence).map_err(|error| failed(&error))
}

/// Publishes modules. Returns those that are in their stream, up to the first that the server did not take.
pub(super) async fn publish_modules(link: &Connection, modules: &Modules, hashes: &[Hash]) -> Vec<Hash> {
    let mut published = Vec::new();
    for hash in hashes {
        // No validator holds it, so its jobs are no longer wanted.
        let Some(module) = modules.find(hash) else {
            published.push(*hash);
            continue;
        };
        for (number, chunk) in chunks(&module).enumerate() {
            let Ok(bytes) = chunk.encode() else { continue };
            if publish(link, subject::module(hash, number as u32), bytes).await.is_err() {
                return published;
            }
        }
        published.push(*hash);
    }
    published
}

/// Returns `true` if a batch's message is still in its place; `None` if the server does not say.
pub(super) async fn is_there(link: &Connection, (epoch, batch): (u64, u64), place: u64) -> Option<bool> {
    let stream = link.context.get_stream_no_info(subject::JOBS).await.ok()?;
    match stream.get_raw_message(place).await {
        Ok(message) => {
            let found = Batch::decode(&message.payload);
            Some(found.is_ok_and(|found| {
                (&found.coordinator, found.epoch, found.number) == (&link.user, epoch, batch)
            }))
        }
        Err(error) if matches!(error.kind(), RawMessageErrorKind::NoMessageFound) => Some(false),
        Err(error) => {
            tracing::debug!(error = explain::with_causes(&error), "cannot look for a batch");
            None
        }
    }
}

/// Recreates missing streams and consumers.
pub(super) async fn ensure(
    link: &Connection,
    replicas: usize,
    epoch: u64,
    classes: &BTreeSet<JobClass>,
    most_held: Option<u32>,
) {
    let mut made = streams::ensure(&link.context, replicas).await;
    for class in classes {
        if made.is_ok() {
            made = streams::ensure_queue(&link.context, &link.user, epoch, class, most_held).await;
        }
    }
    if let Err(error) = made {
        tracing::debug!(error = explain::with_causes(&error), "cannot create the streams");
    }
}
