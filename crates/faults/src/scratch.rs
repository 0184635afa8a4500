//! A place for tests to write.

use std::io;
use std::path::Path;

use files::TemporaryDir;

/// Creates a temporary folder for tests: in memory if the system has such a place, because a sync takes no time
/// there.
///
/// # Errors
/// If no folder can be created.
pub fn scratch() -> io::Result<TemporaryDir> {
    const PREFIX: &str = "muster-faults-";
    TemporaryDir::create_in(Path::new("/dev/shm"), PREFIX).or_else(|_| TemporaryDir::create(PREFIX))
}
