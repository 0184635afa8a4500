//! What several threads change.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Waits until nobody else changes it. What a panic leaves behind is whole: each change is a single one.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
