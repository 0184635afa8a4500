//! The path of every operation: watchers are asked first, and temporary refusals are retried.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

#[cfg(any(test, feature = "watch"))]
use crate::watch::{after, before};
use crate::{Operation, OperationKind, is_momentary, retry};

/// Performs an operation.
///
/// # Errors
/// If the host or a watcher refuses it persistently.
pub(crate) fn act<T>(
    kind: OperationKind<'_>,
    path: &Path,
    mut attempt: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    let operation = Operation { kind, path };
    retry(is_momentary, || {
        before(&operation)?;
        let done = attempt()?;
        after(&operation);
        Ok(done)
    })
}

/// Writes bytes at an offset of a file, at which `out` stands, and returns their number.
///
/// # Errors
/// As [`act`].
pub(crate) fn write(path: &Path, offset: u64, bytes: &[u8], out: &mut impl Write) -> io::Result<usize> {
    let written = retry(is_momentary, || {
        let operation = |bytes| Operation { kind: OperationKind::Write { offset, bytes }, path };
        let most = before(&operation(bytes))?;
        let written = out.write(&bytes[..bytes.len().min(most)])?;
        after(&operation(&bytes[..written]));
        Ok(written)
    });
    // A caller that continues after an interruption would do so for ever.
    written.map_err(|error| match error.kind() {
        ErrorKind::Interrupted => io::Error::other(error),
        _ => error,
    })
}

/// Asks no watchers, because this build has none.
#[cfg(not(any(test, feature = "watch")))]
#[expect(clippy::unnecessary_wraps, reason = "whoever watches may refuse")]
fn before(_operation: &Operation<'_>) -> io::Result<usize> {
    Ok(usize::MAX)
}

/// Notifies no watchers, because this build has none.
#[cfg(not(any(test, feature = "watch")))]
fn after(_operation: &Operation<'_>) {}
