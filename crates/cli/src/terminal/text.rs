//! Text from strangers, made harmless for a terminal.

use unicode_width::UnicodeWidthStr;

/// The text without anything a terminal would obey or a reader would not see.
pub(crate) use game::visible as inert;

/// The text filled up with spaces to a width in columns.
pub(crate) fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// The same with the spaces before it.
pub(crate) fn pad_left(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(text.width())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_counts_columns() {
        assert_eq!(pad("将", 4), "将  ");
        assert_eq!(pad_left("7", 3), "  7");
    }
}
