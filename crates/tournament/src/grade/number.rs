//! Formatting of numbers.

/// Formats a value in decimal, rounded to six places, without trailing zeros.
pub(super) fn number(value: f64) -> String {
    let value = rounded(value);
    let text = format!("{value:.6}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

/// Rounds a value to nine decimals, equally on every machine.
pub(super) fn rounded(value: f64) -> f64 {
    let rounded = libm::round(value * 1e9) / 1e9;
    // A number that is too large to be rounded has no decimals.
    if rounded.is_finite() { rounded + 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_end_without_zeros() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (-1e-9, "0"),
            (10.0, "10"),
            (2.5, "2.5"),
            (-1.0 / 3.0, "-0.333333"),
            (1_500_000.0, "1500000"),
            // Like the grade, which has nine decimals: -0.225840500 is written with six.
            (-0.225_840_500_33, "-0.22584"),
        ] {
            assert_eq!(number(value), text);
        }
    }
}
