//! Bytes as pairs of lower-case hexadecimal digits.
//!
//! `#[serde(with = "hash::hex")]` uses this form for a field of bytes in human-readable formats. Binary formats get the
//! bytes themselves.

use std::fmt;

use data_encoding::HEXLOWER;
use serde::{Deserializer, Serializer, de};

/// Returns the digits of some bytes.
pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    HEXLOWER.encode(bytes.as_ref())
}

/// Decodes the result of [`encode`]; `None` for any other text.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    HEXLOWER.decode(text.as_bytes()).ok()
}

/// Writes bytes as digits, or as they are in a binary format.
///
/// # Errors
/// As the serializer.
pub fn serialize<S: Serializer>(bytes: impl AsRef<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(bytes.as_ref());
    }
    serializer.serialize_str(&encode(bytes))
}

/// Reads the output of [`serialize`]: an even number of lower-case digits, as many as `T` needs, or the bytes.
///
/// # Errors
/// When it is anything else.
pub fn deserialize<'de, T: TryFrom<Vec<u8>>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let bytes = if deserializer.is_human_readable() {
        deserializer.deserialize_str(Digits)?
    } else {
        deserializer.deserialize_byte_buf(Bytes)?
    };
    let count = bytes.len();
    T::try_from(bytes).map_err(|_| de::Error::custom(format_args!("unexpected length of {count} bytes")))
}

/// Bytes in a human-readable format.
struct Digits;

impl de::Visitor<'_> for Digits {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pairs of lower-case hexadecimal digits")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Vec<u8>, E> {
        decode(text).ok_or_else(|| E::custom("bytes are written as pairs of lower-case hexadecimal digits"))
    }
}

/// Bytes in a binary format.
struct Bytes;

impl de::Visitor<'_> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: de::Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_one_text() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Some(all));
        assert_eq!(encode([0, 0x9a, 0xff]), "009aff");
        assert_eq!(decode(""), Some(Vec::new()));
        for text in ["0", "0g", "AB", " 00", "00 ", "+1", "ä0"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
