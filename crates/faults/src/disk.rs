//! The disk as the program sees it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Watch;

use crate::watched::{Plan, WatchedDisk};
use crate::{Fault, History, sqlite};

/// Sees every operation below a directory until it is dropped, and has one of them fail, or be the last that is done.
pub struct Disk {
    watched: Arc<WatchedDisk>,
    _files: files::Watched,
    _sqlite: sqlite::Watched,
}

impl Disk {
    /// Sees every operation, and has none fail.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn watch(root: &Path) -> io::Result<Disk> {
        Disk::with(root, Plan::Nothing)
    }

    /// Has one operation fail, by its number from 0.
    ///
    /// # Errors
    /// As [`Disk::watch`].
    pub fn failing(root: &Path, number: usize, fault: Fault) -> io::Result<Disk> {
        Disk::with(root, Plan::Fail(number, 1, fault))
    }

    /// Has all operations fail from one on, by its number from 0, until [`Disk::mend`].
    ///
    /// # Errors
    /// As [`Disk::watch`].
    pub fn failing_from(root: &Path, number: usize, fault: Fault) -> io::Result<Disk> {
        Disk::with(root, Plan::Fail(number, usize::MAX, fault))
    }

    /// Does no operation any more from one on, by its number from 0, as if the process were gone.
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

    /// From now on, no operation fails any more.
    pub fn mend(&self) {
        self.watched.course().plan = Plan::Nothing;
    }

    /// Whether the operation that was to fail, or to be the last, was reached.
    pub fn was_hit(&self) -> bool {
        self.watched.course().was_hit
    }

    /// Notes that the program has promised something: from now on, no crash may lose it.
    pub fn acknowledge(&self) {
        self.watched.course().history.acknowledge();
    }

    /// How many operations there have been, those that failed included.
    pub fn operations(&self) -> usize {
        self.watched.course().history.len()
    }

    /// All that has happened.
    pub fn history(&self) -> History {
        self.watched.course().history.clone()
    }

    /// The paths at which the directory is not what the operations have made of it: somebody has written there unseen.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn unseen(&self) -> io::Result<Vec<PathBuf>> {
        let found = crate::Image::read(&self.watched.root)?;
        Ok(self.watched.course().now.image().differences(&found))
    }
}
