//! Untrusted text, made harmless for a terminal.

use unicode_width::UnicodeWidthStr;

/// Returns a text without characters that a terminal would obey or a reader would not see.
pub use game::visible as inert;
/// Returns a name for display: one line, not too long, and without characters that a terminal would obey.
pub use game::visible_name as shortened;

/// Pads a text on the right with spaces to a width in columns.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Pads a text on the left with spaces to a width in columns.
pub fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

/// Returns a number with commas between its thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")];
        for (number, text) in cases {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn padding_counts_columns() {
        assert_eq!(pad("将", 4), "将  ");
        assert_eq!(pad_left("7", 3), "  7");
    }
}
