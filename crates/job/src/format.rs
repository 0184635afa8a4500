//! The version of the written form.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The version of the written form that this program uses. Reading a value of any other version fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Format;

impl Format {
    /// The version's number.
    pub const NUMBER: u32 = 1;
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(Format::NUMBER)
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Format, D::Error> {
        match u32::deserialize(deserializer)? {
            Format::NUMBER => Ok(Format),
            other => Err(de::Error::custom(format_args!(
                "it has format {other}, but this program reads format {}",
                Format::NUMBER
            ))),
        }
    }
}
