//! The written form of types from other crates.

/// A value with a canonical text. Refuses any other text of the same value.
pub(crate) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(crate) fn serialize<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
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
}

/// The limits of a match, in their canonical text.
pub(crate) mod limits {
    use referee::Limits;
    use serde::{Deserializer, de};

    pub(crate) use super::text::serialize;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let limits: Limits = super::text::deserialize(deserializer)?;
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

/// A match's seed as its 32 bytes.
pub(crate) mod seed {
    use referee::MatchSeed;
    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(seed: &MatchSeed, serializer: S) -> Result<S::Ok, S::Error> {
        hash::hex::serialize(seed.bytes(), serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<MatchSeed, D::Error> {
        hash::hex::deserialize(deserializer).map(MatchSeed::new)
    }
}

/// A built-in player by its name without the prefix.
pub(crate) mod builtin {
    use referee::Builtin;
    use serde::{Deserialize, Deserializer, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    pub(crate) fn serialize<S: Serializer>(builtin: &Builtin, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(builtin.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Builtin, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Builtin::ALL.into_iter().find(|builtin| builtin.name() == name);
        found.ok_or_else(|| de::Error::custom(format_args!("unknown built-in player `{name}`")))
    }
}

/// One value for each seat, the first seat's first.
pub(crate) mod per_seat {
    use game::PerSeat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        values: &PerSeat<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        values.0.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<PerSeat<T>, D::Error> {
        <[T; 2]>::deserialize(deserializer).map(PerSeat)
    }
}

/// A seat as `first` or `second`.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "game::Seat", rename_all = "kebab-case")]
pub(crate) enum Seat {
    First,
    Second,
}

/// An outcome as `first`, `second` (the winner's seat) or `draw`.
pub(crate) mod outcome {
    use game::{Outcome, Seat};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Word {
        First,
        Second,
        Draw,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
    pub(crate) fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
        let word = match outcome {
            Outcome::Win(Seat::First) => Word::First,
            Outcome::Win(Seat::Second) => Word::Second,
            Outcome::Draw => Word::Draw,
        };
        word.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        Ok(match Word::deserialize(deserializer)? {
            Word::First => Outcome::Win(Seat::First),
            Word::Second => Outcome::Win(Seat::Second),
            Word::Draw => Outcome::Draw,
        })
    }
}
