//! Lists that are stored in one column.

/// Splits a text into its lines; an empty text has none.
pub(crate) fn lines(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
}

/// Joins numbers with spaces.
pub(crate) fn join(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Splits a text into numbers; `None` if it contains anything else.
pub(crate) fn split(text: &str) -> Option<Vec<i64>> {
    /// Initial capacity: most lists are shorter, and a growing one is reallocated.
    const USUAL: usize = 8;
    let mut numbers = Vec::with_capacity(text.len().div_ceil(2).min(USUAL));
    for word in text.split_ascii_whitespace() {
        numbers.push(word.parse().ok()?);
    }
    Some(numbers)
}
