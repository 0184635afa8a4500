//! The state that sign-ons of all classes share.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use lti::{Http, RemoteKeys};
use tokio::sync::Semaphore;

use crate::lock::lock;

/// Maximum time to wait for another system.
const PATIENCE: Duration = Duration::from_secs(10);
/// Maximum number of sign-ons checked at a time; each may wait for another system.
const CHECKS: usize = 8;
/// Time for which a completed sign-on is remembered, so that it cannot be repeated: longer than a message is accepted.
const REMEMBERED: Duration = Duration::from_mins(15);

/// The state that sign-ons of all classes share.
pub(crate) struct SignOnState {
    pub(crate) http: Http,
    pub(crate) keys: RemoteKeys,
    pub(crate) checks: Semaphore,
    /// Completed sign-ons by their state.
    used: Mutex<BTreeMap<String, Instant>>,
}

impl Default for SignOnState {
    fn default() -> SignOnState {
        let http = Http::new(PATIENCE);
        let (keys, checks) = (RemoteKeys::new(http.clone()), Semaphore::new(CHECKS));
        SignOnState { http, keys, checks, used: Mutex::default() }
    }
}

impl SignOnState {
    /// Marks a sign-on as completed. Returns `false` if it was before.
    pub(crate) fn complete(&self, state: &str) -> bool {
        let mut used = lock(&self.used);
        used.retain(|_, at| at.elapsed() < REMEMBERED);
        used.insert(state.to_owned(), Instant::now()).is_none()
    }
}
