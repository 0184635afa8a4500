//! Lists in one column.

/// Lines that were joined.
pub(crate) fn lines(text: &str) -> Vec<String> {
    if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() }
}

/// Numbers with spaces between.
pub(crate) fn join(values: &[i64]) -> String {
    let words: Vec<String> = values.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Numbers that were joined; `None` where something else stands among them.
pub(crate) fn split(text: &str) -> Option<Vec<i64>> {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}
