//! Faults of an operation.

use std::io;

/// The fault of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `EIO`: an error of the disk.
    Broken,
    /// `ENOSPC`: the disk is full.
    Full,
    /// `EINTR`: a signal arrived.
    Interrupted,
    /// `EAGAIN`: temporarily unavailable.
    Again,
    /// `EBUSY`: in use by another process.
    Busy,
    /// A write is cut short. Any other operation is completed.
    Short,
}

impl Fault {
    /// All faults.
    pub const ALL: [Fault; 6] =
        [Fault::Broken, Fault::Full, Fault::Interrupted, Fault::Again, Fault::Busy, Fault::Short];

    /// Returns the host's error; `None` for a write that is cut short, which is not an error.
    pub fn error(self) -> Option<io::Error> {
        let number = match self {
            Fault::Broken => libc::EIO,
            Fault::Full => libc::ENOSPC,
            Fault::Interrupted => libc::EINTR,
            Fault::Again => libc::EAGAIN,
            Fault::Busy => libc::EBUSY,
            Fault::Short => return None,
        };
        Some(io::Error::from_raw_os_error(number))
    }
}
