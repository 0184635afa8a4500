//! What whoever enters has to know.

use std::fmt;
use std::str::FromStr;

use hash::{Hash, hex};

use crate::ClassError;

/// Bytes of a secret: 128 bits, which nobody guesses.
const BYTES: usize = 16;

/// What whoever enters has to know: of a personal link, or of a session. As text it is 32 hexadecimal digits.
///
/// It is never part of a debugging text.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; BYTES]);

impl Secret {
    /// Draws a new one.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn draw() -> Result<Secret, ClassError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(ClassError::NoRandom)?;
        Ok(Secret(bytes))
    }

    /// By what it is found. It cannot be computed back, because nobody can try all secrets.
    pub(super) fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }

    /// Another secret that follows from this one for a purpose, and from which this one does not follow.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Secret {
        let mut bytes = [0; BYTES];
        blake3::Hasher::new_derive_key(purpose).update(&self.0).finalize_xof().fill(&mut bytes);
        Secret(bytes)
    }

    /// The secret as text: for whoever it is for, and nobody else.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Whether a text is this secret. How long that takes says nothing about it.
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
