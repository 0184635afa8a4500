//! The disk as the program sees it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use files::{Operation, Verdict, Watch};

use crate::history::{Attempt, History};
use crate::state::State;
use crate::{Change, Fault, sqlite};

/// Sees every operation below a directory until it is dropped, and has one of them fail, or be the last that is done.
pub struct Disk {
    watched: Arc<WatchedDisk>,
    _files: files::Watched,
    _sqlite: sqlite::Watched,
}

/// What is to happen.
#[derive(Clone, Copy, Debug)]
enum Plan {
    Nothing,
    /// From this operation on, so many in a row fail.
    Fail(usize, usize, Fault),
    /// From this operation on, none is done any more.
    Stop(usize),
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
        let begun = State::read(&root)?;
        let course = Course { plan, now: begun.clone(), history: History::begin(begun), was_hit: false };
        let watched = Arc::new(WatchedDisk { root: root.clone(), course: Mutex::new(course) });
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

/// The part of a disk that whoever does something reaches.
pub(crate) struct WatchedDisk {
    pub(crate) root: PathBuf,
    course: Mutex<Course>,
}

struct Course {
    plan: Plan,
    was_hit: bool,
    now: State,
    history: History,
}

impl WatchedDisk {
    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there is something of this name.
    pub(crate) fn has(&self, path: &Path) -> bool {
        path.strip_prefix(&self.root).is_ok_and(|path| self.course().now.has(path))
    }

    /// As the host would refuse it, tried again where a signal came.
    pub(crate) fn may(&self, operation: &Operation<'_>) -> io::Result<usize> {
        loop {
            match self.before(operation) {
                Verdict::Proceed => return Ok(usize::MAX),
                Verdict::Short(bytes) => return Ok(bytes),
                Verdict::Refuse(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Verdict::Refuse(error) => return Err(error),
            }
        }
    }
}

impl Watch for WatchedDisk {
    fn before(&self, operation: &Operation<'_>) -> Verdict {
        let change = Change::of(operation, &self.root);
        let mut course = self.course();
        let number = course.history.len();
        let fault = match course.plan {
            Plan::Fail(at, times, fault) if at <= number && number - at < times => Some(fault),
            Plan::Stop(at) if at <= number => {
                course.was_hit = true;
                return Verdict::Refuse(io::Error::other("the machine has stopped"));
            }
            _ => None,
        };
        let half = match &change {
            Change::Write(_, _, bytes) => bytes.len().div_ceil(2),
            _ => usize::MAX,
        };
        course.history.attempt(Attempt::of(change));
        course.was_hit |= fault.is_some();
        match fault {
            None => Verdict::Proceed,
            Some(fault) => fault.error().map_or(Verdict::Short(half), Verdict::Refuse),
        }
    }

    fn after(&self, operation: &Operation<'_>) {
        let change = Change::of(operation, &self.root);
        let mut course = self.course();
        course.now.apply(&change);
        course.history.done(change);
    }
}
