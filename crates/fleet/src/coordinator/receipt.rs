//! When a message of results may be forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::message::Acker;
use tokio::runtime::Handle;

/// A message of results. It is acknowledged when the last reference is dropped: its results are durable, or not wanted.
pub(crate) struct Receipt {
    acker: Arc<Acker>,
    runtime: Handle,
    /// Set where the program ends: what it has not recorded is to come again.
    is_ending: Arc<AtomicBool>,
}

impl Receipt {
    /// For a message. Must be called where tasks are run.
    pub(super) fn of(acker: Acker, is_ending: &Arc<AtomicBool>) -> Arc<Receipt> {
        let (runtime, is_ending) = (Handle::current(), Arc::clone(is_ending));
        Arc::new(Receipt { acker: Arc::new(acker), runtime, is_ending })
    }
}

impl Drop for Receipt {
    fn drop(&mut self) {
        let acker = Arc::clone(&self.acker);
        let kind = if self.is_ending.load(Ordering::Relaxed) { AckKind::Nak(None) } else { AckKind::Ack };
        // What is not acknowledged comes again, and is dropped then.
        self.runtime.spawn(async move { drop(acker.ack_with(kind).await) });
    }
}
