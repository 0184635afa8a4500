//! The disk as the program sees it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Watch;

use crate::watched_disk::{Plan, WatchedDisk};
use crate::{Fault, History, sqlite};

/// Watches every operation below a directory until it is dropped. It can make one of them fail, or be the last.
pub struct Disk {
    watched: Arc<WatchedDisk>,
    _files: files::Watched,
    _sqlite: sqlite::WatchedSqlite,
}

impl Disk {
    /// Watches every operation, and lets all of them pass.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn watch(root: &Path) -> io::Result<Disk> {
        Disk::with(root, Plan::Nothing)
    }

    /// Makes one operation fail, by its number from 0.
    ///
    /// # Errors
    /// As [`Disk::watch`].
    pub fn failing(root: &Path, number: usize, fault: Fault) -> io::Result<Disk> {
        Disk::with(root, Plan::Fail(number, 1, fault))
    }

    /// Makes all operations from one on fail, by its number from 0, until [`Disk::mend`].
    ///
    /// # Errors
    /// As [`Disk::watch`].
    pub fn failing_from(root: &Path, number: usize, fault: Fault) -> io::Result<Disk> {
        Disk::with(root, Plan::Fail(number, usize::MAX, fault))
    }

    /// Stops all operations from one on, by its number from 0, as if the process were gone.
    ///
    /// # Errors
    /// As [`Disk::watch`].
    pub fn stopping(root: &Path, number: usize) -> io::Result<Disk> {
        Disk::with(root, Plan::Stop(number))
    }

    fn with(root: &Path, plan: Plan) -> io::Result<Disk> {
        let root = root.canonicalize()?;
        let watched = Arc::new(WatchedDisk::new(&root, plan)?);
        Ok(Disk {
            _files: files::watch(&root, Arc::clone(&watched) as Arc<dyn Watch>)?,
            _sqlite: sqlite::watch(&watched),
            watched,
        })
    }

    /// Lets all operations pass from now on.
    pub fn mend(&self) {
        self.watched.course().plan = Plan::Nothing;
    }

    /// Returns `true` if the operation that had to fail, or to be the last, was reached.
    pub fn was_hit(&self) -> bool {
        self.watched.course().was_hit
    }

    /// Notes that the program has made a promise: from now on, no crash may lose the state so far.
    pub fn acknowledge(&self) {
        self.watched.course().history.acknowledge();
    }

    /// Returns the number of operations, including those that failed.
    pub fn operations(&self) -> usize {
        self.watched.course().history.operation_count()
    }

    /// Returns the history of all operations.
    pub fn history(&self) -> History {
        self.watched.course().history.clone()
    }

    /// Returns the paths at which the directory differs from the result of the operations, because of writes that
    /// were not watched.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn unseen(&self) -> io::Result<Vec<PathBuf>> {
        let found = crate::Image::read(&self.watched.root)?;
        Ok(self.watched.course().now.image().differences(&found))
    }
}
