//! Watching the disk, for tests: every operation below a directory is reported before it happens, and may be refused.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::{fs, io};

use crate::{Operation, OperationKind};

/// The decision about an operation.
#[derive(Debug)]
pub enum Verdict {
    /// It is carried out.
    Proceed,
    /// It is not carried out, and fails with this error. A temporary refusal is retried, and reported again.
    Refuse(io::Error),
    /// A write is limited to this many bytes, at least one, and the caller writes the rest. Any other operation is
    /// carried out.
    Short(usize),
}

/// A watcher of every operation below a directory.
pub trait Watch: Send + Sync {
    /// Decides about an operation.
    fn before(&self, operation: &Operation<'_>) -> Verdict;

    /// Notes that an operation was carried out. A write has the bytes that were really written.
    fn after(&self, operation: &Operation<'_>) {
        let _ = operation;
    }
}

/// Watches a directory until it is dropped.
#[derive(Debug)]
#[must_use = "the directory is watched until this is dropped"]
pub struct Watched {
    number: u64,
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut watches = WATCHES.write().unwrap_or_else(PoisonError::into_inner);
        watches.retain(|entry| entry.number != self.number);
    }
}

/// Watches a directory and everything in it. Several directories can be watched at the same time, each by its own
/// test.
///
/// # Errors
/// If the directory does not exist or cannot be found.
pub fn watch(root: &Path, watch: Arc<dyn Watch>) -> io::Result<Watched> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let root = fs::canonicalize(root)?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    WATCHES.write().unwrap_or_else(PoisonError::into_inner).push(WatchedDirectory { number, root, watch });
    Ok(Watched { number })
}

/// All watchers.
static WATCHES: RwLock<Vec<WatchedDirectory>> = RwLock::new(Vec::new());

struct WatchedDirectory {
    number: u64,
    root: PathBuf,
    watch: Arc<dyn Watch>,
}

/// Asks all watchers about an operation. Returns the maximum number of bytes to write.
///
/// # Errors
/// The error with which a watcher refuses it.
pub(crate) fn before(operation: &Operation<'_>) -> io::Result<usize> {
    let mut most = usize::MAX;
    tell(operation, |watch, operation| {
        match watch.before(operation) {
            Verdict::Proceed => {}
            Verdict::Refuse(error) => return Err(error),
            Verdict::Short(bytes) => most = most.min(bytes.max(1)),
        }
        Ok(())
    })?;
    Ok(most)
}

/// Tells all watchers that an operation was carried out.
pub(crate) fn after(operation: &Operation<'_>) {
    let told = tell(operation, |watch, operation| {
        watch.after(operation);
        Ok(())
    });
    debug_assert!(told.is_ok());
}

fn tell(
    operation: &Operation<'_>,
    mut tell: impl FnMut(&dyn Watch, &Operation<'_>) -> io::Result<()>,
) -> io::Result<()> {
    if WATCHES.read().unwrap_or_else(PoisonError::into_inner).is_empty() {
        return Ok(());
    }
    let path = canonical(operation.path);
    let to = match operation.kind {
        OperationKind::Rename { to } | OperationKind::Exchange { to } => canonical(to),
        _ => path.clone(),
    };
    let watching: Vec<Arc<dyn Watch>> = WATCHES
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .filter(|entry| path.starts_with(&entry.root) || to.starts_with(&entry.root))
        .map(|entry| Arc::clone(&entry.watch))
        .collect();
    let kind = match operation.kind {
        OperationKind::Rename { .. } => OperationKind::Rename { to: &to },
        OperationKind::Exchange { .. } => OperationKind::Exchange { to: &to },
        kind => kind,
    };
    let operation = Operation { kind, path: &path };
    watching.iter().try_for_each(|watch| tell(&**watch, &operation))
}

/// Returns a path with all links in its directories resolved; the last part stays, and so do parts that do not exist.
fn canonical(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing: Vec<OsString> = Vec::new();
    let mut existing = absolute.as_path();
    while let (Some(above), Some(name)) = (existing.parent(), existing.file_name()) {
        missing.push(name.to_owned());
        existing = above;
        if let Ok(found) = fs::canonicalize(existing) {
            return missing.iter().rev().fold(found, |path, name| path.join(name));
        }
    }
    absolute
}
