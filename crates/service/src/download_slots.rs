//! Concurrency limit for downloads of a student's whole data, with a share reserved for staff.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::caller::LimitedCaller;
use crate::concurrency::{CallerConcurrency, Slot};
use crate::problem::Problem;

/// Maximum number of archives on disk at a time.
const ALL: usize = 16;
/// Maximum number of archives for students.
const OF_STUDENTS: usize = 12;
/// Maximum number of archives for one person: more than one, since an archive may still be open after the download
/// ended.
const OF_ONE: usize = 2;

/// The slots for downloads.
#[derive(Debug)]
pub(crate) struct DownloadSlots {
    free: Arc<Semaphore>,
    free_for_students: Arc<Semaphore>,
    downloading: CallerConcurrency,
}

impl Default for DownloadSlots {
    fn default() -> DownloadSlots {
        let [free, free_for_students] = [ALL, OF_STUDENTS].map(|most| Arc::new(Semaphore::new(most)));
        DownloadSlots { free, free_for_students, downloading: CallerConcurrency::default() }
    }
}

impl DownloadSlots {
    /// Begins a download.
    ///
    /// # Errors
    /// If this person or all callers together have reached the limit.
    pub(crate) fn begin(&self, asker: LimitedCaller) -> Result<Slot, Problem> {
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
        let of_students = (!is_staff).then_some(&self.free_for_students);
        let permits = of_students.into_iter().chain([&self.free]).map(take).collect::<Result<_, _>>()?;
        Ok(Slot { _turn: turn, _permits: permits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::{student, teacher};

    #[test]
    fn eight_students_with_two_downloads_each_leave_some_for_the_teacher() {
        let downloads = DownloadSlots::default();
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
