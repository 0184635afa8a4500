//! A writer whose failure is kept apart from whoever writes to it.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::rc::Rc;

/// Writes an empty file until something fails. What is written from then on goes nowhere, and succeeds.
///
/// An archive's writer that sees a failure would still end the archive when it is dropped: it would write again, say on
/// standard error that it cannot, and panic in a build with assertions, because less is there than it wrote.
pub(super) struct FirstFailure<W> {
    out: W,
    /// Where the next byte goes, and where the file ends, in bytes from its beginning.
    position: u64,
    end: u64,
    has_failed: bool,
    failure: Failure,
}

/// What has failed in a [`FirstFailure`].
#[derive(Clone, Default)]
pub(super) struct Failure(Rc<RefCell<Option<io::Error>>>);

impl Failure {
    /// Fails with what has failed, once.
    pub(super) fn check(&self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }
}

impl<W> FirstFailure<W> {
    pub(super) fn new(out: W) -> (FirstFailure<W>, Failure) {
        let failure = Failure::default();
        (FirstFailure { out, position: 0, end: 0, has_failed: false, failure: failure.clone() }, failure)
    }

    /// Does something with the file, unless something has failed. Returns what came of it, if it did not fail now.
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
