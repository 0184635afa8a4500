//! Shortening text of a file for messages.

/// Maximum number of quoted characters.
const LONGEST: usize = 60;

/// Returns the text, truncated if it is too long for a message.
pub(crate) fn brief(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}
