//! Where tests write.

use std::io;
use std::path::Path;

use tempfile::TempDir;

/// A folder for what is thrown away: in memory where the system has such a place, because there a sync takes no time.
///
/// # Errors
/// When no folder can be created.
pub fn scratch() -> io::Result<TempDir> {
    let in_memory = Path::new("/dev/shm");
    let builder = || {
        let mut builder = tempfile::Builder::new();
        builder.prefix("muster-faults-");
        builder
    };
    builder().tempdir_in(in_memory).or_else(|_| builder().tempdir())
}
