//! NATS keys: users sign in with them, and workers sign their messages.

use std::fmt;
use std::str::FromStr;

use nkeys::{KeyPair, KeyPairType};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A user's key, whose seed is its secret.
pub struct Key(KeyPair);

/// The error for a text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not the key of a NATS user")]
pub struct NotAKey;

impl Key {
    /// Generates a key.
    pub fn fresh() -> Key {
        Key(KeyPair::new_user())
    }

    /// The key with this seed.
    ///
    /// # Errors
    /// When the text is not the seed of a user.
    pub fn from_seed(seed: &str) -> Result<Key, NotAKey> {
        let pair = KeyPair::from_seed(seed).map_err(|_| NotAKey)?;
        if pair.key_pair_type() == KeyPairType::User { Ok(Key(pair)) } else { Err(NotAKey) }
    }

    /// The seed, which is secret.
    pub fn seed(&self) -> String {
        self.0.seed().unwrap_or_else(|_| unreachable!("a key of our own has its seed"))
    }

    /// The public key.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.public_key())
    }

    /// Signs a message.
    pub fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_BYTES] {
        let signature = self.0.sign(message).ok().and_then(|bytes| bytes.try_into().ok());
        signature.unwrap_or_else(|| unreachable!("a key of our own signs, and a signature has 64 bytes"))
    }
}

impl fmt::Debug for Key {
    /// Formats the key without its seed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.public())
    }
}

/// Size of a signature in bytes.
pub(crate) const SIGNATURE_BYTES: usize = 64;

/// The public part of a user's key: 56 characters, the first of which is `U`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicKey(String);

impl PublicKey {
    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns `true` if the key has signed the message.
    pub fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        KeyPair::from_public_key(&self.0).is_ok_and(|pair| pair.verify(message, signature).is_ok())
    }
}

impl FromStr for PublicKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<PublicKey, NotAKey> {
        let pair = KeyPair::from_public_key(text).map_err(|_| NotAKey)?;
        // One text for each key.
        let is_user = pair.key_pair_type() == KeyPairType::User && pair.public_key() == text;
        if is_user { Ok(PublicKey(text.to_owned())) } else { Err(NotAKey) }
    }
}

impl TryFrom<String> for PublicKey {
    type Error = NotAKey;

    fn try_from(text: String) -> Result<PublicKey, NotAKey> {
        text.parse()
    }
}

impl From<PublicKey> for String {
    fn from(key: PublicKey) -> String {
        key.0
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_from_its_seed_and_signs_for_itself_alone() {
        let (one, other) = (Key::fresh(), Key::fresh());
        let again = Key::from_seed(&one.seed()).unwrap();
        assert_eq!(again.public(), one.public());
        let signature = again.sign(b"message");
        assert!(one.public().has_signed(b"message", &signature));
        assert!(!one.public().has_signed(b"massage", &signature));
        assert!(!other.public().has_signed(b"message", &signature));
        assert!(!one.public().has_signed(b"message", &signature[1..]));
        assert!(!format!("{one:?}").contains(&one.seed()));
    }

    #[test]
    fn only_a_users_key_is_one() {
        let account = KeyPair::new_account();
        assert_eq!(account.public_key().parse::<PublicKey>(), Err(NotAKey));
        assert!(Key::from_seed(&account.seed().unwrap()).is_err());
        for text in ["", "U", "UAAAA", &Key::fresh().seed(), "é"] {
            assert_eq!(text.parse::<PublicKey>(), Err(NotAKey), "{text}");
        }
        let public = Key::fresh().public().to_string();
        assert!(public.parse::<PublicKey>().is_ok());
        assert_eq!(public.to_lowercase().parse::<PublicKey>(), Err(NotAKey));
    }
}
