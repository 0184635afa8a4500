//! Where tests write.

use std::io;
use std::path::Path;

use files::TemporaryDir;

/// A folder for what is thrown away: in memory where the system has such a place, because there a sync takes no time.
///
/// # Errors
/// When no folder can be created.
pub fn scratch() -> io::Result<TemporaryDir> {
    const PREFIX: &str = "muster-faults-";
    TemporaryDir::create_in(Path::new("/dev/shm"), PREFIX).or_else(|_| TemporaryDir::create(PREFIX))
}
