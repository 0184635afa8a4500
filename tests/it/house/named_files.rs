//! Finds the files that a text about the crates names.

/// Returns the parts of a text in backticks.
pub(crate) fn quoted(text: &str) -> impl Iterator<Item = &str> {
    // A fence contains a drawing.
    let plain = text.split("```").step_by(2);
    plain.flat_map(|part| part.split('`').skip(1).step_by(2))
}

/// Returns the part of a text under a heading, up to the next one.
pub(crate) fn section<'t>(text: &'t str, heading: &str) -> &'t str {
    let (_, rest) =
        text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    rest.split("\n## ").next().unwrap_or(rest)
}
