//! Text of a file as a message may quote it: not too long.

/// Characters that are quoted at most.
const LONGEST: usize = 60;

/// The text, cut where it is too long for a message.
pub(crate) fn brief(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{}…", &text[..cut]),
    }
}
