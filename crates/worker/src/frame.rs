//! Messages on a pipe: a length of four bytes in little-endian order, then the message in postcard's format.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// Maximum bytes of a message to a worker: the machine code of the largest module, with room to spare.
pub const MOST_TO_WORKER: u32 = 192 << 20;
/// Maximum bytes of a message from a worker: the largest module of a script, or the longest match.
pub const MOST_FROM_WORKER: u32 = 64 << 20;
/// Size in bytes of the length before a message.
const LENGTH_BYTES: usize = size_of::<u32>();

/// The reason why there is no message.
#[derive(Debug, Error)]
pub enum FrameError {
    /// The pipe ended where a message would have begun.
    #[error("the pipe has ended")]
    Ended,
    /// The pipe ended within a message.
    #[error("a message is cut off: it has {found} of {length} bytes")]
    Cut {
        /// Number of bytes received.
        found: u64,
        /// Number of bytes announced.
        length: u64,
    },
    /// The message is too long.
    #[error("a message has {length} bytes; at most {most} are accepted")]
    TooLong {
        /// Number of bytes.
        length: u64,
        /// Maximum number of bytes.
        most: u32,
    },
    /// The bytes are not a valid message.
    #[error("cannot read a message: {0}")]
    Unreadable(postcard::Error),
    /// There are bytes after the message.
    #[error("a message has {0} extra bytes")]
    Surplus(usize),
    /// The message cannot be written in this format.
    #[error("cannot write a message: {0}")]
    Unwritable(postcard::Error),
    /// The pipe failed.
    #[error("the pipe failed")]
    Pipe(#[source] io::Error),
}

/// Appends a message of at most `most` bytes to a buffer.
///
/// # Errors
/// If it is longer; nothing is appended in that case.
pub fn append(to: &mut Vec<u8>, message: &impl Serialize, most: u32) -> Result<(), FrameError> {
    let begin = to.len();
    to.extend([0; LENGTH_BYTES]);
    let written = postcard::to_extend(message, Appended(to)).map(drop).map_err(FrameError::Unwritable);
    let length = to.len() - begin - LENGTH_BYTES;
    let fits = u32::try_from(length).ok().filter(|&length| length <= most);
    let fits = fits.ok_or(FrameError::TooLong { length: length as u64, most });
    let length = written.and(fits).inspect_err(|_| to.truncate(begin))?;
    to[begin..begin + LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// Appends bytes to a buffer.
struct Appended<'a>(&'a mut Vec<u8>);

impl Extend<u8> for Appended<'_> {
    fn extend<T: IntoIterator<Item = u8>>(&mut self, bytes: T) {
        self.0.extend(bytes);
    }
}

/// Writes a message and flushes the pipe.
///
/// # Errors
/// If the message is longer than `most` bytes, or the pipe fails.
pub fn write(to: &mut impl Write, message: &impl Serialize, most: u32) -> Result<(), FrameError> {
    let mut bytes = Vec::new();
    append(&mut bytes, message, most)?;
    to.write_all(&bytes).and_then(|()| to.flush()).map_err(FrameError::Pipe)
}

/// Reads a message of at most `most` bytes. Memory is allocated as bytes arrive, not by the announced length.
///
/// # Errors
/// If there is no message, or the bytes are not a valid one.
pub fn read<T: DeserializeOwned>(from: &mut impl Read, most: u32) -> Result<T, FrameError> {
    let mut length = [0; LENGTH_BYTES];
    let found = fill(from, &mut length)?;
    if found == 0 {
        return Err(FrameError::Ended);
    }
    if found < LENGTH_BYTES {
        return Err(FrameError::Cut { found: found as u64, length: LENGTH_BYTES as u64 });
    }
    let length = u32::from_le_bytes(length);
    if length > most {
        return Err(FrameError::TooLong { length: length.into(), most });
    }
    let mut bytes = Vec::new();
    from.take(length.into()).read_to_end(&mut bytes).map_err(FrameError::Pipe)?;
    if bytes.len() < length as usize {
        return Err(FrameError::Cut { found: bytes.len() as u64, length: length.into() });
    }
    let (message, rest) = postcard::take_from_bytes(&bytes).map_err(FrameError::Unreadable)?;
    if rest.is_empty() { Ok(message) } else { Err(FrameError::Surplus(rest.len())) }
}

/// Returns `true` if the bytes start with a whole message.
pub fn is_whole(bytes: &[u8]) -> bool {
    let Some((length, message)) = bytes.split_first_chunk() else { return false };
    message.len() as u64 >= u64::from(u32::from_le_bytes(*length))
}

/// Reads until the buffer is full or the pipe has ended, and returns the number of bytes.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> Result<usize, FrameError> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(FrameError::Pipe(error)),
        }
    }
    Ok(filled)
}
