//! Concurrency limit for downloads of a student's whole data, with a share reserved for staff.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::asker::Asker;
use crate::problem::Problem;
use crate::turns::{Turn, Turns};

/// Maximum number of archives on disk at a time.
const ALL: usize = 16;
/// Maximum number of archives for students.
const OF_STUDENTS: usize = 12;
/// Maximum number of archives for one person: more than one, since an archive may still be open after the download
/// ended.
const OF_ONE: usize = 2;

/// The slots for downloads.
#[derive(Debug)]
pub(crate) struct Downloads {
    free: Arc<Semaphore>,
    free_for_students: Arc<Semaphore>,
    downloading: Turns,
}

/// A slot for a download, until it is dropped.
#[derive(Debug)]
pub(crate) struct Download {
    _turn: Turn,
    _of_students: Option<OwnedSemaphorePermit>,
    _permit: OwnedSemaphorePermit,
}

impl Default for Downloads {
    fn default() -> Downloads {
        let [free, free_for_students] = [ALL, OF_STUDENTS].map(|most| Arc::new(Semaphore::new(most)));
        Downloads { free, free_for_students, downloading: Turns::default() }
    }
}

impl Downloads {
    /// Begins a download.
    ///
    /// # Errors
    /// If this person or all callers together have reached the limit.
    pub(crate) fn begin(&self, asker: Asker) -> Result<Download, Problem> {
        let take = |free: &Arc<Semaphore>| {
            Arc::clone(free).try_acquire_owned().map_err(|_| {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many archives are being downloaded")
                    .hint("try again in a minute")
            })
        };
        let is_staff = asker.is_staff();
        let turn = self.downloading.begin(asker, OF_ONE).ok_or_else(|| {
            let what = format!("you are already downloading {OF_ONE} archives");
            Problem::new(StatusCode::CONFLICT, what)
                .hint("wait for one to finish or cancel one, then try again")
        })?;
        let of_students = (!is_staff).then(|| take(&self.free_for_students)).transpose()?;
        Ok(Download { _turn: turn, _of_students: of_students, _permit: take(&self.free)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asker::{student, teacher};

    #[test]
    fn eight_students_with_two_downloads_each_leave_some_for_the_teacher() {
        let downloads = Downloads::default();
        let begin = |asker| downloads.begin(asker).map_err(|problem| problem.status.as_u16());
        let mut held = Vec::new();
        for number in 0..16 {
            held.extend(begin(student(&(number / 2).to_string())));
        }
        assert_eq!(held.len(), OF_STUDENTS);
        assert_eq!(begin(student("8")).err(), Some(503));
        held.extend([begin(teacher()).unwrap(), begin(teacher()).unwrap()]);
        assert_eq!(begin(teacher()).err(), Some(409));
        drop(held);
        begin(student("8")).unwrap();
    }
}
