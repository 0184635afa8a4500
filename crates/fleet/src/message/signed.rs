//! Signed messages: a signature of 64 bytes, then the message.
//!
//! The signed bytes begin with a text of their own, so a signature made for another purpose never fits.

use super::{MOST_BYTES, Message, MessageError};
use crate::key::SIGNATURE_BYTES;
use crate::{Key, PublicKey};

const PURPOSE: &[u8] = b"muster fleet\0";

/// Writes a message and signs it.
///
/// # Errors
/// When it would be longer than [`MOST_BYTES`].
pub fn seal(message: &impl Message, key: &Key) -> Result<Vec<u8>, MessageError> {
    let body = message.encode()?;
    let length = SIGNATURE_BYTES + body.len();
    if length > MOST_BYTES {
        return Err(MessageError::TooLong(length));
    }
    let mut sealed = key.sign(&[PURPOSE, &body].concat()).to_vec();
    sealed.extend(body);
    Ok(sealed)
}

/// Reads a message that must be signed by this user.
///
/// # Errors
/// When it is not, or the bytes are not such a message.
pub fn open<T: Message>(bytes: &[u8], sender: &PublicKey) -> Result<T, MessageError> {
    if bytes.len() > MOST_BYTES {
        return Err(MessageError::TooLong(bytes.len()));
    }
    let (signature, body) = bytes.split_first_chunk::<SIGNATURE_BYTES>().ok_or(MessageError::Unreadable)?;
    if !sender.has_signed(&[PURPOSE, body].concat(), signature) {
        return Err(MessageError::Signature);
    }
    T::decode(body)
}
