//! Eviction of the least recently used entries, which keeps the folder of compiled code small.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use super::{ENDING, HALF_WRITTEN, RESERVED};

/// A process checks the folder again after it has stored more than 1/16 of the bytes that the folder may hold.
const LOOKS: u64 = 16;
/// Age at which half-written files and lock files count as left behind by a killed process.
const ABANDONED: Duration = Duration::from_hours(24);
/// File extensions of earlier versions.
const FORMER: [&str; 3] = ["code", "blake3", "refused"];

/// Keeps a folder below a size. Several processes may do so at the same time: a removed entry is made again, and
/// files that are being written have names that are left alone.
#[derive(Debug)]
pub(super) struct Evicting {
    most: u64,
    /// Bytes that this process has stored since it last checked the folder; `None` before the first check.
    since: Mutex<Option<u64>>,
}

impl Evicting {
    pub(super) fn new(most: u64) -> Evicting {
        Evicting { most, since: Mutex::new(None) }
    }

    /// Notes that the given number of bytes was stored. Checks the folder the first time, and from time to time after
    /// that.
    pub(super) fn stored(&self, folder: &Path, bytes: u64) {
        let mut since = self.since.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let total = since.map(|stored| stored + bytes);
        *since = match total {
            Some(total) if total <= self.most / LOOKS => Some(total),
            _ => {
                evict(folder, self.most);
                Some(0)
            }
        };
    }
}

/// A file that may be removed.
struct CachedFile {
    used: SystemTime,
    path: PathBuf,
    bytes: u64,
}

/// Removes entries, the least recently used first, until the rest has at most `most` bytes.
fn evict(folder: &Path, most: u64) {
    let mut entries = entries(folder);
    let mut total: u64 = entries.iter().map(|entry| entry.bytes).sum();
    entries.sort_by(|one, other| (one.used, &one.path).cmp(&(other.used, &other.path)));
    for entry in entries {
        if total <= most {
            return;
        }
        // Another process may have been faster. A file that cannot be removed is tried again next time.
        drop(files::remove(&entry.path));
        total -= entry.bytes;
    }
}

/// Returns the files in the folder that may be removed: entries, and files left behind by killed processes.
fn entries(folder: &Path) -> Vec<CachedFile> {
    let Ok(found) = fs::read_dir(folder) else { return Vec::new() };
    let entry = |found: fs::DirEntry| {
        let path = found.path();
        let metadata = found.metadata().ok()?;
        let used = metadata.modified().ok()?;
        let is_old = used.elapsed().is_ok_and(|age| age > ABANDONED);
        let goes = metadata.is_file() && (is_entry(&path) || is_old && is_temporary(&path));
        goes.then_some(CachedFile { used, path, bytes: metadata.len() })
    };
    found.flatten().filter_map(entry).collect()
}

/// Returns `true` if a file has the name of an entry. Other files that the user has put in the folder are not
/// touched.
fn is_entry(path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_key = stem.len() == 64 && stem.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_key && path.extension().is_some_and(|end| end == ENDING || FORMER.iter().any(|former| end == *former))
}

/// Returns `true` if a file has a name that is used while an entry is made.
fn is_temporary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(b".") && path.extension().is_some_and(|end| end == HALF_WRITTEN || end == RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a file of 100 bytes that was last used the given number of seconds after the epoch.
    fn file(folder: &Path, name: &str, used: u64) {
        let path = folder.join(name);
        fs::write(&path, [0; 100]).expect("written");
        let used = SystemTime::UNIX_EPOCH + Duration::from_secs(used);
        fs::File::options().write(true).open(path).and_then(|file| file.set_modified(used)).expect("dated");
    }

    fn names(folder: &Path) -> Vec<String> {
        let found = fs::read_dir(folder).expect("the folder");
        let mut names: Vec<String> =
            found.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_not_used_for_longest_goes_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let key = |digit: char| format!("{}.{ENDING}", digit.to_string().repeat(64));
        for (digit, used) in [('a', 4), ('b', 1), ('c', 3), ('d', 2)] {
            file(folder.path(), &key(digit), used);
        }
        file(folder.path(), "notes.decided", 0);
        file(folder.path(), ".77-1.part", 0);
        file(folder.path(), ".abc.lock", 0);
        fs::write(folder.path().join(".77-2.part"), "being written").expect("written");
        // Two entries are within the bound. Files of killed processes count; files that are being written do not.
        evict(folder.path(), 250);
        assert_eq!(names(folder.path()), [".77-2.part", &key('a'), &key('c'), "notes.decided"]);
        evict(folder.path(), 250);
        assert_eq!(names(folder.path()).len(), 4, "within the bound nothing goes");
    }

    #[test]
    fn files_of_earlier_versions_go_too() {
        let folder = tempfile::tempdir().expect("a folder");
        for end in FORMER {
            file(folder.path(), &format!("{}.{end}", "0".repeat(64)), 1);
        }
        evict(folder.path(), 0);
        assert!(names(folder.path()).is_empty());
    }
}
