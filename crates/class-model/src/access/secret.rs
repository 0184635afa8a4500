//! The secrets of personal links, sessions and tokens.

use std::fmt;
use std::str::FromStr;

use hash::{Hash, hex};

use crate::ClassError;

/// Length of a secret in bytes: 128 bits are out of reach of guessing.
const BYTES: usize = 16;

/// The secret of a personal link, a session or a token. As text it is 32 hexadecimal digits.
///
/// Its debug output does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Draws a new secret.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn draw() -> Result<Secret, ClassError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(ClassError::NoRandom)?;
        Ok(Secret(bytes))
    }

    /// Returns the hash that the database stores. It does not lead back to the secret.
    pub(crate) fn hash(&self) -> Hash {
        Hash::digest(&self.0)
    }

    /// Derives another secret for a purpose. The derived secret does not lead back to this one.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Secret {
        let mut bytes = [0; BYTES];
        blake3::Hasher::new_derive_key(purpose).update(&self.0).finalize_xof().fill(&mut bytes);
        Secret(bytes)
    }

    /// Returns the secret as text. Show it to its owner only.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Returns `true` if a text is this secret. Compares in constant time.
    pub fn is(&self, text: &str) -> bool {
        text.parse().is_ok_and(|other: Secret| blake3::hash(&other.0) == blake3::hash(&self.0))
    }
}

impl FromStr for Secret {
    type Err = ();

    fn from_str(text: &str) -> Result<Secret, ()> {
        let bytes = hex::decode(text).ok_or(())?;
        bytes.try_into().map(Secret).map_err(|_| ())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}
