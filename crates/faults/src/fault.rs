//! How an operation fails.

use std::io;

/// How an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `EIO`: the disk is broken there.
    Broken,
    /// `ENOSPC`: the disk is full.
    Full,
    /// `EINTR`: a signal came.
    Interrupted,
    /// `EAGAIN`: not now.
    Again,
    /// `EBUSY`: somebody else has it.
    Busy,
    /// A write is cut short. Any other operation is done.
    Short,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 6] =
        [Fault::Broken, Fault::Full, Fault::Interrupted, Fault::Again, Fault::Busy, Fault::Short];

    /// What the host says; `None` for a write that is cut short, which is no error.
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
