//! What several threads change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after a panic: each change is a single one, so that what it guards is whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
