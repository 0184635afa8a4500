//! Whole numbers in JSON.

use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a whole number in any JSON notation, including 2.0.
pub(crate) fn optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    match Option::<f64>::deserialize(from)? {
        None => Ok(None),
        Some(number) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) => {
            Ok(Some(number as u32))
        }
        Some(number) => Err(D::Error::custom(format!("{number} is not a whole number from 0 to 4294967295"))),
    }
}
