//! A TOML text of any kind: read within bounds, with all of its problems.

use crate::reader::{Collector, Reader};
use crate::{Problem, Problems, syntax};

/// The size limit of a text in bytes: many times what the largest tournament needs.
pub const LONGEST_TEXT: usize = 8 << 20;

/// A kind of text.
#[derive(Clone, Copy)]
pub struct Document {
    /// How the whole text is called in messages: `the tournament`.
    pub title: &'static str,
    /// The hint below a key that its table does not have, from the key and those that the table has.
    pub hint: fn(&str, &[&str]) -> String,
}

/// Reads a text. `name` is how it is called in messages; `read` looks at its tables, reports to its [`Reader`] what is
/// wrong with them, and returns what the text means, if that can be said.
///
/// # Errors
/// All problems of the text, up to a hundred: those against TOML, and those that `read` has reported.
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
        // What stands after the mistake may have been read wrongly, and what is missing may be there.
        Some(from) => found.retain(|problem| problem.span.end <= from && problem.span != (0..0)),
    }
    found.extend(syntax.problems);
    match meaning {
        Some(meaning) if found.is_empty() => Ok(meaning),
        _ => Err(Problems::new(name, text, found)),
    }
}
