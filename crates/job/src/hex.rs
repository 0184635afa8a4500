//! Bytes as lower-case hexadecimal digits.

use serde::{Deserialize, Deserializer, Serializer, de};

const DIGITS: &[u8; 16] = b"0123456789abcdef";

pub(crate) fn serialize<S: Serializer>(bytes: impl AsRef<[u8]>, serializer: S) -> Result<S::Ok, S::Error> {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
    let text: String = bytes.as_ref().iter().flat_map(digits).collect();
    serializer.serialize_str(&text)
}

/// Reads what [`serialize`] writes: an even number of lower-case digits, as many as `T` needs.
pub(crate) fn deserialize<'de, T: TryFrom<Vec<u8>>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    let bytes = bytes_of(&text)
        .ok_or_else(|| de::Error::custom("bytes are written as pairs of lower-case hexadecimal digits"))?;
    let count = bytes.len();
    T::try_from(bytes).map_err(|_| de::Error::custom(format_args!("unexpected length of {count} bytes")))
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect()
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}
