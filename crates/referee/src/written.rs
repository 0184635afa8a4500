//! The written form of types that have a canonical text.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Builtin, Fault, Limits};

/// Reads a value from its canonical text. Refuses any other text of the same value.
fn canonical<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Display + FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    let value: T = text.parse().map_err(de::Error::custom)?;
    let canonical = value.to_string();
    if canonical == text {
        return Ok(value);
    }
    Err(de::Error::custom(format_args!("`{text}` is not in its canonical form, `{canonical}`")))
}

impl Serialize for Fault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fault {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fault, D::Error> {
        canonical(deserializer)
    }
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let limits: Limits = canonical(deserializer)?;
        if limits.memory > Limits::MOST_MEMORY {
            return Err(de::Error::custom(format_args!(
                "a memory limit of {} bytes exceeds the {} that 32-bit wasm can address",
                limits.memory,
                Limits::MOST_MEMORY
            )));
        }
        Ok(limits)
    }
}

/// The name without the prefix.
impl Serialize for Builtin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Builtin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Builtin, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Builtin::ALL.into_iter().find(|builtin| builtin.name() == name);
        found.ok_or_else(|| de::Error::custom(format_args!("unknown built-in player `{name}`")))
    }
}
