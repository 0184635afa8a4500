//! The key pair of a class, by which course systems recognize its messages.

use std::fmt;

use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{KeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use data_encoding::BASE64URL_NOPAD;
use hash::{Hash, hex};
use serde_json::{Value, json};

use crate::Failure;

/// Number of bytes of a key's hash in its id.
const ID_BYTES: usize = 16;

/// An RSA key pair of 2048 bits. Its debug output does not show it.
pub struct SigningKey {
    pair: RsaKeyPair,
    id: String,
}

impl SigningKey {
    /// Makes a new key pair.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn generate() -> Result<SigningKey, Failure> {
        RsaKeyPair::generate(KeySize::Rsa2048).map(SigningKey::new).map_err(|_| Failure::Key)
    }

    /// Reads a key pair that [`to_der`](SigningKey::to_der) returned.
    ///
    /// # Errors
    /// If the bytes are not a key pair.
    pub fn from_der(der: &[u8]) -> Result<SigningKey, Failure> {
        RsaKeyPair::from_pkcs8(der).map(SigningKey::new).map_err(|_| Failure::Key)
    }

    fn new(pair: RsaKeyPair) -> SigningKey {
        let digest = Hash::digest(pair.public_key().as_ref());
        let id = hex::encode(&digest.bytes()[..ID_BYTES]);
        SigningKey { pair, id }
    }

    /// Returns the secret key pair (PKCS #8), to be stored where no other user can read it.
    ///
    /// # Errors
    /// If the pair cannot be encoded.
    pub fn to_der(&self) -> Result<Vec<u8>, Failure> {
        let der: Pkcs8V1Der<'_> = self.pair.as_der().map_err(|_| Failure::Key)?;
        Ok(der.as_ref().to_vec())
    }

    /// Returns the name of the key in messages.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the public key as a JSON Web Key.
    pub fn public(&self) -> Value {
        let key = self.pair.public_key();
        let text = |number: &[u8]| BASE64URL_NOPAD.encode(number);
        json!({
            "kty": "RSA",
            "use": "sig",
            "alg": "RS256",
            "kid": self.id,
            "n": text(key.modulus().big_endian_without_leading_zero()),
            "e": text(key.exponent().big_endian_without_leading_zero()),
        })
    }

    /// Returns a JSON Web Token with these claims.
    ///
    /// # Errors
    /// If the machine cannot sign.
    pub fn sign(&self, claims: &Value) -> Result<String, Failure> {
        let header = json!({ "alg": "RS256", "typ": "JWT", "kid": self.id });
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let message = format!("{}.{}", part(&header), part(claims));
        let mut signature = vec![0; self.pair.public_modulus_len()];
        self.pair
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), message.as_bytes(), &mut signature)
            .map_err(|_| Failure::Key)?;
        Ok(format!("{message}.{}", BASE64URL_NOPAD.encode(&signature)))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Returns the JSON Web Key Set of public keys.
pub fn key_set(keys: &[Value]) -> Value {
    json!({ "keys": keys })
}
