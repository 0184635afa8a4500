//! Durations and sizes with their units.

use referee::Ticks;

/// Units of time with their ticks of 0.1 ns.
const TIME: &[(&str, u64)] = &[
    ("ns", 10),
    ("us", 10_000),
    ("ms", 10_000_000),
    ("s", Ticks::PER_SECOND),
    ("m", 60 * Ticks::PER_SECOND),
    ("h", 3600 * Ticks::PER_SECOND),
];

/// Units of memory with their bytes.
const SIZE: &[(&str, u64)] = &[("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];

/// The longest valid time: 1000 hours.
const LONGEST: u64 = 3_600_000 * Ticks::PER_SECOND;

/// The largest valid size: 1 TiB.
const LARGEST: u64 = 1 << 40;

/// Parses a duration as in a tournament's text: `5s`, `100ms`, `1.5s`.
///
/// # Errors
/// Returns a message for users if the unit or the number is missing, or the duration is too long.
pub fn parse_duration(text: &str) -> Result<Ticks, String> {
    read(text, TIME, LONGEST, "a duration", "\"5s\", \"100ms\"").map(Ticks)
}

/// Parses a size in bytes as in a tournament's text: `64MiB`, `16KiB`.
///
/// # Errors
/// Returns a message for users if the unit or the number is missing, or the size is too large.
pub fn size(text: &str) -> Result<u64, String> {
    read(text, SIZE, LARGEST, "a size", "\"64MiB\", \"16KiB\"")
}

/// Formats a size in the largest unit that divides it.
pub(crate) fn size_text(bytes: u64) -> String {
    let unit = SIZE.iter().rev().find(|(_, unit)| bytes > 0 && bytes.is_multiple_of(*unit));
    let (name, unit) = unit.unwrap_or(&SIZE[0]);
    format!("{}{name}", bytes / unit)
}

fn read(text: &str, units: &[(&str, u64)], most: u64, what: &str, examples: &str) -> Result<u64, String> {
    let text = text.trim();
    if text.len() > 40 {
        return Err(format!("not {what}: expected a number and a unit, for example {examples}"));
    }
    let digits =
        text.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = unit.trim();
    let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
    let Some((_, per_unit)) = units.iter().find(|(name, _)| *name == unit) else {
        return Err(if unit.is_empty() && !number.is_empty() {
            format!("{what} needs a unit ({}), for example {examples}", names.join(", "))
        } else {
            format!(
                "`{text}` is not {what}: expected a number and a unit ({}), for example {examples}",
                names.join(", ")
            )
        });
    };
    let value = exact(number, *per_unit).ok_or_else(|| {
        format!("`{text}` cannot be represented exactly as {what}; examples are {examples}")
    })?;
    if value > most { Err(format!("`{text}` is too large")) } else { Ok(value) }
}

/// Multiplies a decimal number by a unit; `None` if the result is not a whole number.
fn exact(number: &str, per_unit: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() || number.ends_with('.') {
        return None;
    }
    // More digits than any unit can resolve.
    if fraction.len() > 15 || !fraction.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let whole: u64 = whole.parse().ok()?;
    let scale = 10_u128.pow(fraction.len() as u32);
    let parts = format!("0{fraction}").parse::<u128>().ok()? * u128::from(per_unit);
    if !parts.is_multiple_of(scale) {
        return None;
    }
    u64::try_from(u128::from(whole) * u128::from(per_unit) + parts / scale).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        let cases = [
            ("5s", 50_000_000_000),
            ("100ms", 1_000_000_000),
            ("1.5s", 15_000_000_000),
            ("0s", 0),
            ("2 m", 1_200_000_000_000),
        ];
        for (text, ticks) in cases {
            assert_eq!(parse_duration(text), Ok(Ticks(ticks)), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_told() {
        assert_eq!(
            parse_duration("5").unwrap_err(),
            "a duration needs a unit (ns, us, ms, s, m, h), for example \"5s\", \"100ms\""
        );
        for text in [
            "",
            "s",
            "-1s",
            "NaN",
            "1e18s",
            "5 parsecs",
            "1..2s",
            "99999999999999999999s",
            "1001h",
            "0.01ns",
            ".5s",
            "5.s",
        ] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("64MiB"), Ok(64 << 20));
        assert_eq!(size("0.5KiB"), Ok(512));
        for (bytes, text) in [(0, "0B"), (64 << 10, "64KiB"), (4 << 30, "4GiB"), (1025, "1025B")] {
            assert_eq!((size_text(bytes).as_str(), size(text)), (text, Ok(bytes)));
        }
        assert!(size("64").is_err() && size("0.3B").is_err() && size("2000GiB").is_err());
    }
}
