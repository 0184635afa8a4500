//! TOML texts of any kind: read within bounds, with all of their problems.

use crate::reader::{Collector, Reader};
use crate::{Problem, Problems, syntax};

/// The size limit of a text in bytes: many times what the largest tournament needs.
pub const LONGEST_TEXT: usize = 8 << 20;

/// A kind of text.
#[derive(Clone, Copy)]
pub struct Document {
    /// The name of the whole text in messages: `the tournament`.
    pub title: &'static str,
    /// Returns the hint for an unknown key, from the key and the known keys of its table.
    pub hint: fn(&str, &[&str]) -> String,
}

/// Reads a text. `name` is its name in messages. `read` reads its tables, reports problems to its [`Reader`], and
/// returns the meaning of the text; `None` if there is none.
///
/// # Errors
/// Returns all problems of the text, up to a hundred: syntax errors, and those that `read` has reported.
pub fn read_document<T>(
    name: &str,
    text: &str,
    document: &Document,
    read: impl FnOnce(&Reader<'_>) -> Option<T>,
) -> Result<T, Problems> {
    if text.len() > LONGEST_TEXT {
        let problem =
            Problem::new(0..0, format!("the text has {} bytes; the limit is {LONGEST_TEXT}", text.len()));
        return Err(Problems::new(name, "", vec![problem]));
    }
    if let Some(problem) = syntax::overlong_key(text) {
        return Err(Problems::new(name, text, vec![problem]));
    }
    let parsed = syntax::parse(text);
    let syntax = syntax::read(text, &parsed);
    let collector = Collector::new(document.hint);
    let whole = Reader::whole(document.title, text, parsed.table.get_ref(), &collector);
    let meaning = read(&whole);
    let (mut found, absent) = collector.into_lists();
    match syntax.unsure_from {
        None => found.extend(absent),
        // After a syntax error, the text may have been misread, and missing keys may be there.
        Some(from) => found.retain(|problem| problem.span.end <= from && problem.span != (0..0)),
    }
    found.extend(syntax.problems);
    match meaning {
        Some(meaning) if found.is_empty() => Ok(meaning),
        _ => Err(Problems::new(name, text, found)),
    }
}
