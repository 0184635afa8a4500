//! Watching the disk, for tests: every operation below a directory is told before it happens, and may be refused.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::{fs, io};

use crate::Operation;

/// What is to become of an operation.
#[derive(Debug)]
pub enum Verdict {
    /// It is done.
    Proceed,
    /// It is not done, and fails with this error. What the host refuses for a moment only is tried again, and told
    /// again.
    Refuse(io::Error),
    /// Of a write, only this many bytes are written, at least one; whoever writes goes on with the rest. Any other
    /// operation is done.
    Short(usize),
}

/// Is told of every operation below a directory.
pub trait Watch: Send + Sync {
    /// Says what is to become of an operation.
    fn before(&self, operation: &Operation<'_>) -> Verdict;

    /// Takes note of an operation that was done. Of a write, it has the bytes that were written.
    fn after(&self, operation: &Operation<'_>) {
        let _ = operation;
    }
}

/// A directory is watched until this is dropped.
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

/// Watches what happens to a directory and to everything in it. Several directories can be watched at once, each by its
/// own test.
///
/// # Errors
/// When the directory does not exist or cannot be found.
pub fn watch(root: &Path, watch: Arc<dyn Watch>) -> io::Result<Watched> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let root = fs::canonicalize(root)?;
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    WATCHES.write().unwrap_or_else(PoisonError::into_inner).push(Entry { number, root, watch });
    Ok(Watched { number })
}

/// Everyone who watches.
static WATCHES: RwLock<Vec<Entry>> = RwLock::new(Vec::new());

struct Entry {
    number: u64,
    root: PathBuf,
    watch: Arc<dyn Watch>,
}

/// Asks everyone who watches whether an operation may be done. Returns how many bytes of a write are to be written.
///
/// # Errors
/// What somebody refuses it with.
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

/// Tells everyone who watches that an operation was done.
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
    let (path, to) = operation.paths();
    let path = canonical(path);
    let to = to.map_or_else(|| path.clone(), canonical);
    let watching: Vec<Arc<dyn Watch>> = WATCHES
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .filter(|entry| path.starts_with(&entry.root) || to.starts_with(&entry.root))
        .map(|entry| Arc::clone(&entry.watch))
        .collect();
    let operation = operation.under(&path, &to);
    watching.iter().try_for_each(|watch| tell(&**watch, &operation))
}

/// A path whose directories are no links; the last part is left as it is, and so is all that does not exist.
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
