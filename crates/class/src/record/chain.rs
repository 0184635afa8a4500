//! The chain of hashes over what happened.

use blake3::Hasher;

use crate::Moment;

/// Takes the place of the previous hash for the first event.
pub(crate) const NOTHING_BEFORE: [u8; 32] = [0; 32];
/// Bytes of a salt.
pub(crate) const SALT: usize = 16;

/// The hash of what an event says.
pub(crate) fn content(salt: &[u8; SALT], body: &str) -> [u8; 32] {
    let mut hasher = Hasher::new();
    hasher.update(salt).update(body.as_bytes());
    hasher.finalize().into()
}

/// The hash of an event, which covers all those before it.
pub(crate) fn link(previous: &[u8; 32], number: i64, at: Moment, kind: &str, content: &[u8; 32]) -> [u8; 32] {
    let mut hasher = Hasher::new();
    hasher.update(previous).update(&number.to_le_bytes()).update(&at.millis().to_le_bytes());
    hasher.update(&(kind.len() as u64).to_le_bytes()).update(kind.as_bytes()).update(content);
    hasher.finalize().into()
}
