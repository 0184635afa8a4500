//! Numbers as spreadsheets write them.

/// Parses a number with a decimal point or a decimal comma: `1.5`, `1,5`, `2.0`. `None` if it is neither, or not
/// finite.
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let number: f64 = match text.split_once(',') {
        Some((whole, decimals)) if !text.contains('.') => format!("{whole}.{decimals}").parse().ok()?,
        _ => text.parse().ok()?,
    };
    number.is_finite().then_some(number)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn either_mark_is_read_and_nothing_else() {
        for (text, value) in [("1.5", 1.5), (" 1,5 ", 1.5), ("-3", -3.0), ("2,0", 2.0), (",5", 0.5)] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["", "1.000,5", "1,000,000", "one", "NaN", "inf", "1 000"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
