//! What makes a row and an entry the same student.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A name, address or number as it is compared: without blanks around it, in Unicode's composed form. Two texts that
/// are drawn differently stay different.
pub fn key(text: &str) -> String {
    let trimmed = text.trim();
    if is_nfc(trimmed) { trimmed.to_owned() } else { trimmed.nfc().collect() }
}

/// The key of cells that make one together, such as first name and last name.
pub(crate) fn joined<'t>(cells: impl Iterator<Item = Cow<'t, str>>) -> String {
    let keys: Vec<String> = cells.map(|cell| key(&cell)).filter(|key| !key.is_empty()).collect();
    keys.join(" ")
}
