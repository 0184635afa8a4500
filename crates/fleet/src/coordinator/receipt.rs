//! When a message of results may be forgotten.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_nats::jetstream::message::Acker;
use tokio::runtime::Handle;

/// A message of results, which is acknowledged when the last of them is collected.
pub(crate) struct Receipt {
    left: AtomicUsize,
    acker: Arc<Acker>,
    runtime: Handle,
}

impl Receipt {
    /// For a message with this number of results that somebody waits for. Must be called where tasks are run.
    pub(super) fn of(results: usize, acker: Acker) -> Arc<Receipt> {
        let runtime = Handle::current();
        let receipt = Receipt { left: AtomicUsize::new(results), acker: Arc::new(acker), runtime };
        if results == 0 {
            receipt.acknowledge();
        }
        Arc::new(receipt)
    }

    /// One of the results was collected.
    pub(crate) fn collected(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.acknowledge();
        }
    }

    fn acknowledge(&self) {
        let acker = Arc::clone(&self.acker);
        // What is not acknowledged comes again, and is dropped then.
        self.runtime.spawn(async move { drop(acker.ack().await) });
    }
}
