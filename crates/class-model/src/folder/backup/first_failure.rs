//! A writer that hides its failure from its user.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::rc::Rc;

/// Wraps an empty file and writes to it until something fails. From then on it discards all writes, which succeed.
///
/// If a zip writer saw the failure, it would still finish the archive on drop: it would write again, complain on
/// standard error, and panic in a build with assertions, because the file is shorter than expected.
pub(super) struct FirstFailure<W> {
    out: W,
    /// Position of the next byte, and the end of the file, in bytes from its beginning.
    position: u64,
    end: u64,
    has_failed: bool,
    failure: Failure,
}

/// The failure of a [`FirstFailure`], if any.
#[derive(Clone, Default)]
pub(super) struct Failure(Rc<RefCell<Option<io::Error>>>);

impl Failure {
    /// Returns the failure as an error, once.
    pub(super) fn check(&self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }
}

impl<W> FirstFailure<W> {
    pub(super) fn new(out: W) -> (FirstFailure<W>, Failure) {
        let failure = Failure::default();
        (FirstFailure { out, position: 0, end: 0, has_failed: false, failure: failure.clone() }, failure)
    }

    /// Runs an operation on the file unless an earlier one failed. Returns its result; `None` if it or an earlier one
    /// failed.
    fn try_to<T>(&mut self, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<Option<T>> {
        if self.has_failed {
            return Ok(None);
        }
        match act(&mut self.out) {
            Ok(done) => Ok(Some(done)),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.has_failed = true;
                self.failure.0.replace(Some(error));
                Ok(None)
            }
        }
    }
}

impl<W: Write> Write for FirstFailure<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.try_to(|out| out.write(bytes))?.unwrap_or(bytes.len());
        self.position += written as u64;
        self.end = self.end.max(self.position);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.try_to(W::flush).map(drop)
    }
}

impl<W: Seek> Seek for FirstFailure<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
            SeekFrom::End(by) => self.end.checked_add_signed(by),
        };
        let to = to.ok_or(ErrorKind::InvalidInput)?;
        if to != self.position {
            self.try_to(|out| out.seek(SeekFrom::Start(to)))?;
            self.position = to;
        }
        Ok(to)
    }
}
