//! Locks that let one process make an entry when several want it at the same time.

use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use files::File;

/// Interval between checks for the other process to finish.
const PAUSE: Duration = Duration::from_millis(20);

/// An entry that this process makes. Other processes may make it once this is dropped or the process ends.
pub(crate) struct Reservation {
    path: PathBuf,
    _locked: File,
}

impl Reservation {
    /// Locks a file, which exists for as long as it is locked. If another process holds it, calls `waiting` and waits;
    /// `None` if that takes longer than `patience`.
    pub(super) fn wait_for(path: PathBuf, patience: Duration, waiting: impl FnOnce()) -> Option<Reservation> {
        let file = File::open_lock(&path).ok()?;
        let begun = Instant::now();
        let mut waiting = Some(waiting);
        while !file.try_lock().ok()? {
            if let Some(waiting) = waiting.take() {
                waiting();
            }
            if begun.elapsed() > patience {
                return None;
            }
            thread::sleep(PAUSE);
        }
        Some(Reservation { path, _locked: file })
    }
}

impl Drop for Reservation {
    /// A process that waits for the removed file looks for the entry next, and finds it.
    fn drop(&mut self) {
        drop(files::remove_if_there(&self.path));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(".key.lock");
        let waits = AtomicU32::new(0);
        let reserve = |patience| {
            Reservation::wait_for(path.clone(), patience, || {
                waits.fetch_add(1, Ordering::Relaxed);
            })
        };
        let first = reserve(Duration::ZERO).expect("free");
        assert_eq!(waits.load(Ordering::Relaxed), 0);
        assert!(reserve(Duration::ZERO).is_none(), "taken");
        assert_eq!(waits.load(Ordering::Relaxed), 1, "told once");
        let second = thread::scope(|scope| {
            let second = scope.spawn(|| reserve(Duration::MAX));
            drop(first);
            second.join().expect("no panic")
        });
        assert!(second.is_some());
        drop(second);
        assert!(!path.exists());
        assert!(Reservation::wait_for(folder.path().join("none/.key.lock"), Duration::MAX, || ()).is_none());
    }
}
