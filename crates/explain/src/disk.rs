//! Advice on disk errors.

use std::io::{self, ErrorKind};
use std::path::Path;

use game::visible_path;

/// Error codes of "too many open files", for this process and for the system.
const TOO_MANY_FILES: [i32; 2] = [24, 23];

/// Returns advice, as a sentence, for when the system refuses to read or write a file or directory.
pub fn what_helps(path: &Path, error: &io::Error) -> String {
    let path = visible_path(path);
    match error.kind() {
        ErrorKind::FileTooLarge => {
            "raise the file size limit (ulimit -f), then run the same command again".to_owned()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("free some space on the disk that {path} is on, then run the same command again")
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            format!("check that {path} is readable and its directory writable")
        }
        ErrorKind::IsADirectory | ErrorKind::NotADirectory | ErrorKind::DirectoryNotEmpty => {
            format!("move or rename the file or directory at {path}")
        }
        _ if error.raw_os_error().is_some_and(|number| TOO_MANY_FILES.contains(&number)) => {
            "raise the limit of open files (ulimit -n), then run the same command again".to_owned()
        }
        _ => format!("check the disk that {path} is on, then run the same command again"),
    }
}
