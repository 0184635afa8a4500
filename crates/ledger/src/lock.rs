//! The lock that allows only one runner per folder.

use std::io::{Read, Seek, Write};
use std::path::PathBuf;
use std::time::Duration;

use files::File;

use crate::folder::refuse_link;
use crate::{LedgerError, RunFolder};

/// The exclusive right to run in a folder. The operating system releases it however the process ends, so a lock is
/// never stale. Its file stays and is reused.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl RunLock {
    /// Takes the lock and writes the holder into its file.
    ///
    /// # Errors
    /// If another process holds the lock (the error names it), or its file cannot be written or is behind a link.
    pub fn take(folder: &RunFolder) -> Result<RunLock, LedgerError> {
        folder.refuse_linked()?;
        RunLock::take_file(folder.private().join("lock"))
    }

    /// Takes the lock with this file, like [`RunLock::take`] for a run's folder.
    ///
    /// # Errors
    /// As [`RunLock::take`].
    pub fn take_file(path: PathBuf) -> Result<RunLock, LedgerError> {
        refuse_link(&path)?;
        let failed = |action| {
            let path = path.clone();
            move |source| LedgerError::File { action, path, source }
        };
        let mut file = File::open_lock(&path).map_err(failed("open the lock"))?;
        if !file.try_lock().map_err(failed("lock"))? {
            let holder = holder(&mut file);
            return Err(LedgerError::Locked { path, holder });
        }
        write_holder(&mut file).map_err(failed("write the lock"))?;
        Ok(RunLock { _file: file })
    }
}

/// Reads the holder of the lock. Waits a moment for a process that has just taken it to write its name.
fn holder(file: &mut File) -> String {
    for _ in 0..40 {
        let mut holder = String::new();
        let read = file.rewind().and_then(|()| Read::by_ref(file).take(200).read_to_string(&mut holder));
        if read.is_ok() && !holder.trim().is_empty() {
            return holder.trim().to_owned();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    "its holder is unknown".to_owned()
}

fn write_holder(file: &mut File) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    let host = host_name();
    write!(file, "process {} on {host}", std::process::id())?;
    file.flush()
}

/// Returns the name of this machine, as shown to users.
#[cfg(unix)]
pub fn host_name() -> String {
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    if name.is_empty() { "a machine without a name".to_owned() } else { name }
}

/// Returns the name of this machine, as shown to users.
#[cfg(not(unix))]
pub fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "this machine".to_owned())
}
