//! Text from strangers, made harmless for a terminal.

use unicode_width::UnicodeWidthStr;

/// The text without anything a terminal would obey: control characters and bidirectional overrides become
/// `\u{…}` escapes.
pub(crate) fn inert(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_direction(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

const fn is_direction(character: char) -> bool {
    matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

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
    fn a_name_cannot_command_the_terminal() {
        assert_eq!(inert("a\u{1b}[31mb\nc\u{202e}d"), "a\\u{1b}[31mb\\u{a}c\\u{202e}d");
        assert_eq!(inert("Müller 将軍"), "Müller 将軍");
    }

    #[test]
    fn padding_counts_columns() {
        assert_eq!(pad("将", 4), "将  ");
        assert_eq!(pad_left("7", 3), "  7");
    }
}
