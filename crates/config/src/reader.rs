//! Reading a TOML table key by key, collecting problems instead of stopping at the first.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Problem;

/// Where problems are collected while a text is read.
#[derive(Default)]
pub(crate) struct Collector(RefCell<Vec<Problem>>);

impl Collector {
    pub(crate) fn add(&self, problem: Problem) {
        self.0.borrow_mut().push(problem);
    }

    pub(crate) fn into_list(self) -> Vec<Problem> {
        self.0.into_inner()
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// One table being read. Keys that nobody asked for are problems when it is finished.
pub(crate) struct Reader<'a> {
    table: &'a DeTable<'a>,
    /// How the table is called in messages: `[clock]`.
    name: String,
    /// Where the table begins, for what is missing from it.
    span: Range<usize>,
    problems: &'a Collector,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        table: &'a DeTable<'a>,
        name: impl Into<String>,
        span: Range<usize>,
        problems: &'a Collector,
    ) -> Reader<'a> {
        Reader { table, name: name.into(), span, problems, asked: RefCell::default() }
    }

    pub(crate) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    pub(crate) fn problem(&self, span: Range<usize>, message: impl Into<String>) {
        self.problems.add(Problem::new(span, message));
    }

    pub(crate) fn add(&self, problem: Problem) {
        self.problems.add(problem);
    }

    /// The value of a key, whatever it is.
    pub(crate) fn value(&self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.borrow_mut().push(key);
        self.table.get(key)
    }

    /// Says that a key is missing.
    pub(crate) fn missing(&self, key: &str, example: &str) {
        let problem = Problem::new(self.span(), format!("{} needs `{key}`", self.name));
        self.add(problem.hint(format!("for example {key} = {example}")));
    }

    pub(crate) fn string(&self, key: &'static str) -> Option<At<String>> {
        self.typed(key, "a text in quotes", |value| value.as_str().map(str::to_owned))
    }

    pub(crate) fn flag(&self, key: &'static str) -> Option<At<bool>> {
        self.typed(key, "true or false", DeValue::as_bool)
    }

    /// A whole number within bounds.
    pub(crate) fn number(&self, key: &'static str, least: i64, most: i64) -> Option<At<i64>> {
        let what = format!("a whole number from {least} to {most}");
        self.typed(key, &what, |value| integer(value).filter(|number| (least..=most).contains(number)))
    }

    /// A number that may have decimals.
    pub(crate) fn decimal(&self, key: &'static str) -> Option<At<f64>> {
        self.typed(key, "a number", |value| match value {
            DeValue::Float(float) => {
                float.as_str().replace('_', "").parse().ok().filter(|number: &f64| number.is_finite())
            }
            _ => integer(value).map(|number| number as f64),
        })
    }

    /// A text that `read` turns into something, or says why not.
    pub(crate) fn parsed<T>(
        &self,
        key: &'static str,
        example: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Option<At<T>> {
        let found = self.value(key)?;
        let Some(text) = found.get_ref().as_str() else {
            let kind = found.get_ref().type_str();
            let problem = Problem::new(
                found.span(),
                format!("`{key}` is {} {kind}, not a text in quotes", article(kind)),
            );
            self.add(problem.hint(format!("for example {key} = {example}")));
            return None;
        };
        match read(text) {
            Ok(value) => Some(At { value, span: found.span() }),
            Err(message) => {
                self.problem(found.span(), format!("`{key}`: {message}"));
                None
            }
        }
    }

    /// One of some words.
    pub(crate) fn word<T: Copy>(&self, key: &'static str, words: &[(&str, T)]) -> Option<At<T>> {
        let found = self.string(key)?;
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == found.value) {
            return Some(At { value: *value, span: found.span });
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let mut problem = Problem::new(found.span, format!("`{key}` cannot be \"{}\"", found.value));
        problem = match closest(&found.value, &names) {
            Some(near) => problem.hint(format!("did you mean \"{near}\"?")),
            None => problem.hint(format!("it is one of {}", quoted(&names))),
        };
        self.add(problem);
        None
    }

    /// A list of texts with their places.
    pub(crate) fn strings(&self, key: &'static str) -> Option<At<Vec<At<String>>>> {
        let found = self.value(key)?;
        let Some(array) = found.get_ref().as_array() else {
            self.mistyped(key, found, "a list of texts, as in [\"a\", \"b\"]");
            return None;
        };
        let mut texts = Vec::new();
        for item in array.iter() {
            match item.get_ref().as_str() {
                Some(text) => texts.push(At { value: text.to_owned(), span: item.span() }),
                None => self.mistyped(key, item, "a text in quotes"),
            }
        }
        Some(At { value: texts, span: found.span() })
    }

    /// A table below this one.
    pub(crate) fn table(&self, key: &'static str) -> Option<Reader<'a>> {
        let found = self.value(key)?;
        match found.get_ref().as_table() {
            Some(table) => Some(Reader::new(table, format!("[{key}]"), found.span(), self.problems)),
            None => {
                self.mistyped(key, found, &format!("a table, written [{key}]"));
                None
            }
        }
    }

    /// The tables of an array of tables.
    pub(crate) fn tables(&self, key: &'static str) -> Vec<Reader<'a>> {
        let Some(found) = self.value(key) else { return Vec::new() };
        let Some(array) = found.get_ref().as_array() else {
            self.mistyped(key, found, &format!("a list of tables, each written [[{key}]]"));
            return Vec::new();
        };
        let mut readers = Vec::new();
        for item in array.iter() {
            match item.get_ref().as_table() {
                Some(table) => {
                    readers.push(Reader::new(table, format!("[[{key}]]"), item.span(), self.problems));
                }
                None => self.mistyped(key, item, &format!("a table, written [[{key}]]")),
            }
        }
        readers
    }

    /// Keys and values of a table whose keys are somebody else's.
    pub(crate) fn open_entries(&self) -> Vec<(At<String>, &'a Spanned<DeValue<'a>>)> {
        self.table
            .iter()
            .map(|(key, value)| (At { value: key.get_ref().to_string(), span: key.span() }, value))
            .collect()
    }

    /// The place of some bytes inside a text, or of the whole text where escapes shift them.
    pub(crate) fn place_inside(text: &At<String>, at: usize, len: usize) -> Range<usize> {
        let Range { start, end } = text.span;
        // One quote before and one behind: then the text stands in the file as it is.
        if end - start == text.value.len() + 2 {
            start + 1 + at..(start + 1 + at + len).min(end)
        } else {
            start..end
        }
    }

    /// Reports every key that was not asked for.
    pub(crate) fn finish(self) {
        let asked = self.asked.borrow();
        for (key, _) in self.table.iter() {
            let name = key.get_ref().as_ref();
            if asked.contains(&name) {
                continue;
            }
            let mut problem = Problem::new(key.span(), format!("{} has no key `{name}`", self.name));
            problem = match closest(name, &asked) {
                Some(near) => problem.hint(format!("did you mean `{near}`?")),
                None => problem.hint(format!("its keys are {}", asked.join(", "))),
            };
            self.problems.add(problem);
        }
    }

    fn typed<T>(
        &self,
        key: &'static str,
        what: &str,
        read: impl Fn(&DeValue<'a>) -> Option<T>,
    ) -> Option<At<T>> {
        let found = self.value(key)?;
        let Some(value) = read(found.get_ref()) else {
            self.mistyped(key, found, what);
            return None;
        };
        Some(At { value, span: found.span() })
    }

    fn mistyped(&self, key: &str, found: &Spanned<DeValue<'a>>, what: &str) {
        self.problem(found.span(), format!("`{key}` must be {what}"));
    }
}

/// A whole number that TOML holds, if it fits.
pub(crate) fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

/// The word that was probably meant.
pub(crate) fn closest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    known
        .iter()
        .map(|&candidate| (strsim::jaro_winkler(word, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, candidate)| candidate)
}

fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    quoted.join(", ")
}

fn article(kind: &str) -> &'static str {
    if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
