//! Where every operation passes: those who watch are asked, and what the host refuses for a moment is tried again.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

#[cfg(any(test, feature = "watch"))]
use crate::watch::{after, before};
use crate::{Operation, is_momentary, retry};

/// Does an operation.
///
/// # Errors
/// When the host, or somebody who watches, refuses it for longer than a moment.
pub(crate) fn act<T>(operation: &Operation<'_>, mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    retry(is_momentary, || {
        before(operation)?;
        let done = attempt()?;
        after(operation);
        Ok(done)
    })
}

/// Writes bytes at an offset of a file, which `out` is at, and returns how many.
///
/// # Errors
/// As [`act`].
pub(crate) fn write(path: &Path, offset: u64, bytes: &[u8], out: &mut impl Write) -> io::Result<usize> {
    let written = retry(is_momentary, || {
        let most = before(&Operation::Write { path, offset, bytes })?;
        let written = out.write(&bytes[..bytes.len().min(most)])?;
        after(&Operation::Write { path, offset, bytes: &bytes[..written] });
        Ok(written)
    });
    // Whoever writes on after an interruption would do so for ever.
    written.map_err(|error| match error.kind() {
        ErrorKind::Interrupted => io::Error::other(error),
        _ => error,
    })
}

/// Nobody watches.
#[cfg(not(any(test, feature = "watch")))]
#[expect(clippy::unnecessary_wraps, reason = "whoever watches may refuse")]
fn before(_operation: &Operation<'_>) -> io::Result<usize> {
    Ok(usize::MAX)
}

/// Nobody watches.
#[cfg(not(any(test, feature = "watch")))]
fn after(_operation: &Operation<'_>) {}
