//! The part of a disk that operations reach: it decides about each operation, and records it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use files::{Operation, Verdict, Watch};

use crate::history::{Attempt, History};
use crate::state::State;
use crate::{Change, Fault};

/// The plan for coming operations.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plan {
    Nothing,
    /// From this operation on, the given number in a row fail.
    Fail(usize, usize, Fault),
    /// From this operation on, none is carried out.
    Stop(usize),
}

/// A directory and everything below it.
pub(crate) struct WatchedDisk {
    pub(crate) root: PathBuf,
    course: Mutex<DiskCourse>,
}

/// The operations so far, and the plan for the coming ones.
pub(crate) struct DiskCourse {
    pub(crate) plan: Plan,
    /// `true` if the operation that had to fail, or to be the last, was reached.
    pub(crate) was_hit: bool,
    pub(crate) now: State,
    pub(crate) history: History,
}

impl WatchedDisk {
    pub(crate) fn new(root: &Path, plan: Plan) -> io::Result<WatchedDisk> {
        let begun = State::read(root)?;
        let course = DiskCourse { plan, was_hit: false, now: begun.clone(), history: History::begin(begun) };
        Ok(WatchedDisk { root: root.to_owned(), course: Mutex::new(course) })
    }

    pub(crate) fn course(&self) -> MutexGuard<'_, DiskCourse> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns `true` if there is an object of this name.
    pub(crate) fn has(&self, path: &Path) -> bool {
        path.strip_prefix(&self.root).is_ok_and(|path| self.course().now.has(path))
    }

    /// Asks for permission as the host would give it, and tries again after a signal.
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
        let change = Change::from_operation(operation, &self.root);
        let mut course = self.course();
        let number = course.history.operation_count();
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
        course.history.attempt(Attempt::new(change));
        course.was_hit |= fault.is_some();
        match fault {
            None => Verdict::Proceed,
            Some(fault) => fault.error().map_or(Verdict::Short(half), Verdict::Refuse),
        }
    }

    fn after(&self, operation: &Operation<'_>) {
        let change = Change::from_operation(operation, &self.root);
        let mut course = self.course();
        course.now.apply(&change);
        course.history.done(change);
    }
}
