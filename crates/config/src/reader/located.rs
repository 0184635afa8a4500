//! Values with their places in the text.

use std::ops::Range;

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place, as byte offsets into the text.
    pub span: Range<usize>,
}

impl Located<String> {
    /// Returns the span of some bytes inside the string; of the whole string if that is unknown.
    pub(crate) fn place_inside(&self, source: &str, at: usize, len: usize) -> Range<usize> {
        let whole = self.span.clone();
        let Some(written) = source.get(whole.clone()) else { return whole };
        let Some(places) = places(written, &self.value) else { return whole };
        let place = |at: usize| whole.start + places[at.min(places.len() - 1)];
        place(at)..place(at + len)
    }
}

/// Returns the offset of each byte of a value in its written form, and of the closing quote; `None` for triple quotes,
/// or for escapes other than a backslash and one letter.
fn places(written: &str, value: &str) -> Option<Vec<usize>> {
    let three = ["\"\"\"", "'''"].iter().any(|quotes| written.starts_with(quotes));
    // A single quote is an unclosed string.
    if three || written.len() < 2 {
        return None;
    }
    let escapes = written.starts_with('"');
    let mut places = Vec::new();
    let mut at = 1;
    while at + 1 < written.len() {
        places.push(at);
        at += if escapes && written.as_bytes()[at] == b'\\' { 2 } else { 1 };
    }
    places.push(at);
    (places.len() == value.len() + 1).then_some(places)
}
