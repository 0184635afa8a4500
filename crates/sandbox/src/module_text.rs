//! Texts that come from a module: names of functions, imports and exports, and messages that quote them.
//!
//! They end up in ledgers, on public pages and in terminals. Each of them passes through [`foreign`] first, so that
//! later code does not have to care about its length or content.

/// Maximum bytes of one text from a module.
pub(crate) const FOREIGN_BYTES: usize = 240;
/// Bytes kept of a longer text; the note on its length takes the rest.
const KEPT_BYTES: usize = FOREIGN_BYTES - 40;

/// Makes a text from a module safe to show: on one line, at most [`FOREIGN_BYTES`] bytes, with everything invisible
/// escaped. A text that is already safe does not change.
pub(crate) fn foreign(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        match character {
            '\\' | '\'' | '"' => shown.push(character),
            // Controls, line breaks, directions, invisible and combining characters.
            other => shown.extend(other.escape_debug()),
        }
        if shown.len() > FOREIGN_BYTES {
            shown.truncate(shown.floor_char_boundary(KEPT_BYTES));
            shown.push_str(&format!("… ({} bytes in all)", text.len()));
            break;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_on_its_line_and_is_cut() {
        assert_eq!(foreign("core::panicking::panic_fmt"), "core::panicking::panic_fmt");
        assert_eq!(foreign("Müller \"将軍\" \\"), "Müller \"将軍\" \\");
        assert_eq!(foreign("a\nb\r\tc\u{1b}[2J"), "a\\nb\\r\\tc\\u{1b}[2J");
        assert_eq!(
            foreign("a\u{2028}b\u{202e}c\u{200b}d\u{1d173}"),
            "a\\u{2028}b\\u{202e}c\\u{200b}d\\u{1d173}"
        );
        assert_eq!(foreign(&"x".repeat(100_000)), format!("{}… (100000 bytes in all)", "x".repeat(200)));
    }

    #[test]
    fn what_was_made_harmless_is_left_as_it_is() {
        for text in ["", "plain", "a\nb", "\u{0}"] {
            for count in [1, 79, 80, 81, 240, 241, 100_000] {
                let shown = foreign(&text.repeat(count));
                assert!(shown.len() <= FOREIGN_BYTES, "{text:?} times {count}: {} bytes", shown.len());
                assert_eq!(foreign(&shown), shown);
            }
        }
    }
}
