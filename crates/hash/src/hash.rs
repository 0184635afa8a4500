//! A content hash.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::hex;

/// The BLAKE3 hash that identifies some bytes. Its text is 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; 32]);

/// The error for a text that is not a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a hash has 64 lower-case hexadecimal digits")]
pub struct HashError;

impl Hash {
    /// The hash of some bytes.
    pub fn digest(bytes: &[u8]) -> Hash {
        Hash(blake3::hash(bytes).into())
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Hash, HashError> {
        hex::decode(text).and_then(|bytes| bytes.try_into().ok()).map(Hash).ok_or(HashError)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        hex::serialize(self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        hex::deserialize(deserializer).map(Hash)
    }
}

impl From<[u8; 32]> for Hash {
    fn from(bytes: [u8; 32]) -> Hash {
        Hash(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_read_back_from_its_text_and_from_no_other() {
        let hash = Hash::digest(b"muster");
        let text = hash.to_string();
        assert_eq!(text.len(), 64);
        assert_eq!(text.parse(), Ok(hash));
        assert_eq!(Hash::digest(b"").to_string(), blake3::hash(b"").to_hex().as_str());
        for other in [&text[1..], &text.to_uppercase(), &format!("{text}0"), ""] {
            assert_eq!(other.parse::<Hash>(), Err(HashError), "{other}");
        }
        let written = serde_json::to_string(&hash).expect("a text");
        assert_eq!(written, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Hash>(&written).expect("a hash"), hash);
        assert!(serde_json::from_str::<Hash>(&written.to_uppercase()).is_err());
    }
}
