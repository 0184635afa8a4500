//! The modules that jobs name, fetched by their hashes.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use hash::Hash;
use job::Job;

use crate::connection::Connection;
use crate::message::{Batch, Message, ModuleChunk, joined};
use crate::subject;

/// Maximum size of the cached modules in bytes.
const MOST_BYTES: usize = 256 << 20;
/// Number of requests for a chunk before giving up.
const TRIES: u32 = 3;

/// Cached modules. The oldest are dropped first.
#[derive(Default)]
pub(super) struct Cache {
    modules: BTreeMap<Hash, Arc<[u8]>>,
    order: VecDeque<Hash>,
    bytes: usize,
}

impl Cache {
    /// A module's bytes.
    pub(super) fn find(&self, hash: &Hash) -> Option<Arc<[u8]>> {
        self.modules.get(hash).map(Arc::clone)
    }

    /// Drops a module.
    pub(super) fn remove(&mut self, hash: &Hash) {
        if let Some(bytes) = self.modules.remove(hash) {
            self.bytes -= bytes.len();
            self.order.retain(|kept| kept != hash);
        }
    }

    /// Adds a module, and drops older ones if the cache is too large.
    pub(super) fn add(&mut self, hash: Hash, bytes: Arc<[u8]>) {
        if self.modules.contains_key(&hash) {
            return;
        }
        self.bytes += bytes.len();
        self.modules.insert(hash, bytes);
        self.order.push_back(hash);
        while self.bytes > MOST_BYTES
            && self.order.len() > 1
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.modules.remove(&oldest).map_or(0, |bytes| bytes.len());
        }
    }
}

/// The modules that the jobs of a batch name.
pub(super) fn named_in(batch: &Batch) -> BTreeSet<Hash> {
    let jobs = batch.jobs().unwrap_or_default();
    jobs.iter().flat_map(Job::modules).map(|(hash, _)| hash).collect()
}

/// Fetches a module; `None` if the fleet does not have it, or has something else in its place.
pub(super) async fn fetch(link: &Connection, hash: &Hash) -> Option<Arc<[u8]>> {
    let mut module = Vec::new();
    for number in 0.. {
        let chunk = fetch_chunk(link, hash, number).await?;
        match joined(&mut module, &chunk, hash) {
            Ok(true) => break,
            Ok(false) => {}
            Err(why) => {
                tracing::warn!(module = %hash, %why, "a module of the fleet does not match its hash");
                return None;
            }
        }
    }
    Some(module.into())
}

async fn fetch_chunk(link: &Connection, hash: &Hash, number: u32) -> Option<ModuleChunk> {
    let subject = subject::get_module(hash, number);
    for _ in 0..TRIES {
        if let Ok(message) = link.client.request(subject.clone(), "".into()).await {
            return ModuleChunk::decode(&message.payload).ok().filter(|_| message.status.is_none());
        }
    }
    None
}
