//! Acknowledgement of results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use tokio::runtime::Handle;

/// A message of results. Dropping the last reference acknowledges it: its results are durable, or not wanted.
pub(crate) struct Acknowledgement {
    acker: Arc<Acker>,
    runtime: Handle,
    /// Set when the program ends: unrecorded results must be redelivered.
    is_ending: Arc<AtomicBool>,
}

impl Acknowledgement {
    /// Creates the acknowledgement of a message. Must be called within a runtime.
    pub(super) fn new(acker: Acker, is_ending: &Arc<AtomicBool>) -> Arc<Acknowledgement> {
        let (runtime, is_ending) = (Handle::current(), Arc::clone(is_ending));
        Arc::new(Acknowledgement { acker: Arc::new(acker), runtime, is_ending })
    }
}

impl Drop for Acknowledgement {
    fn drop(&mut self) {
        let acker = Arc::clone(&self.acker);
        let kind = if self.is_ending.load(Ordering::Relaxed) { AckKind::Nak(None) } else { AckKind::Ack };
        // If the acknowledgement is lost, the message is redelivered and dropped then.
        self.runtime.spawn(async move { drop(acker.ack_with(kind).await) });
    }
}
