//! The messages of a fleet: postcard behind a byte that identifies the message and its version.
//!
//! Senders may be hostile. Decoding never panics, takes memory in proportion to the bytes of a message, and rejects
//! trailing bytes. References by number are checked before use.

mod announcement;
mod batch;
mod chunk;
mod forget;
mod offer;
mod order;
mod results;
mod signed;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

pub use announcement::{Announcement, HeldJobs};
pub use batch::{Batch, BatchJob, digest};
pub use chunk::{ChunkError, MOST_CHUNK, ModuleChunk, chunks, joined};
pub use forget::Forget;
pub use offer::{Offer, Queue};
pub use order::CoordinatorOrder;
pub use results::{Answer, JobResult, Results};
pub use signed::{open, seal};

/// Maximum size of a message in bytes.
pub const MOST_BYTES: usize = 512 << 10;
/// Maximum size of an announcement in bytes.
pub const MOST_ANNOUNCEMENT: usize = 64 << 10;

/// The reason why bytes are not a message, or a value cannot be one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// It is too long.
    #[error("{0} bytes exceed the limit of {MOST_BYTES} for a message")]
    TooLong(usize),
    /// Another message, or one of another version of this program.
    #[error("unexpected message, or a message of another version")]
    Kind,
    /// The bytes are not a message.
    #[error("malformed message")]
    Unreadable,
    /// There are bytes behind the message.
    #[error("{0} trailing bytes")]
    Surplus(usize),
    /// It refers to something that it does not have.
    #[error("{what} {number} is out of range: the message has {count}")]
    Unnamed {
        /// The kind of the reference: terms or a seat.
        what: &'static str,
        /// The number of the reference.
        number: u32,
        /// The number of such items in the message.
        count: usize,
    },
    /// The signature is not the sender's.
    #[error("invalid signature")]
    Signature,
}

/// A message of a fleet.
pub trait Message: Serialize + DeserializeOwned {
    /// The kind and version of the message.
    const KIND: u8;

    /// Writes it.
    ///
    /// # Errors
    /// When it would be longer than [`MOST_BYTES`].
    fn encode(&self) -> Result<Vec<u8>, MessageError> {
        let bytes = postcard::to_extend(self, vec![Self::KIND]).map_err(|_| MessageError::Unreadable)?;
        if bytes.len() <= MOST_BYTES { Ok(bytes) } else { Err(MessageError::TooLong(bytes.len())) }
    }

    /// Reads it.
    ///
    /// # Errors
    /// When the bytes are not such a message.
    fn decode(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > MOST_BYTES {
            return Err(MessageError::TooLong(bytes.len()));
        }
        let (&kind, body) = bytes.split_first().ok_or(MessageError::Unreadable)?;
        if kind != Self::KIND {
            return Err(MessageError::Kind);
        }
        let (message, rest) = postcard::take_from_bytes(body).map_err(|_| MessageError::Unreadable)?;
        if rest.is_empty() { Ok(message) } else { Err(MessageError::Surplus(rest.len())) }
    }
}

#[cfg(test)]
mod tests;
