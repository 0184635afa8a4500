//! Numbers as they are shown.

/// In decimal, rounded to six places, without zeros at the end.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
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
        ] {
            assert_eq!(number(value), text);
        }
    }
}
