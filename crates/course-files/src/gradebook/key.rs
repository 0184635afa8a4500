//! The key that identifies a student's row and entry.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Normalises a name, address or number for comparison: trimmed, and in Unicode's composed form (NFC). Texts that look
/// different stay different.
pub fn key(text: &str) -> String {
    let trimmed = text.trim();
    if is_nfc(trimmed) { trimmed.to_owned() } else { trimmed.nfc().collect() }
}

/// Joins the keys of several cells, such as first name and last name.
pub(crate) fn joined<'t>(cells: impl Iterator<Item = Cow<'t, str>>) -> String {
    let keys: Vec<String> = cells.map(|cell| key(&cell)).filter(|key| !key.is_empty()).collect();
    keys.join(" ")
}
