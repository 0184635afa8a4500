//! Reads TOML tables key by key, and collects problems instead of stopping at the first.

mod collector;
mod located;
mod value;

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub(crate) use self::collector::Collector;
pub use self::located::Located;
use self::value::source_of;
pub(crate) use self::value::{integer, mistyped};
use crate::Problem;
use crate::closest::hint;

/// A table in the course of being read. Each method reads the value of a key and reports problems with it. It returns
/// `None` if the key is missing or its value was reported.
pub struct Reader<'a> {
    source: &'a str,
    table: &'a DeTable<'a>,
    /// The table's name in messages: `[clock]`, `[[stage]]`.
    title: String,
    /// The table's path, such as `stage.clock`; empty for the whole text.
    path: String,
    /// The place where the table begins, for reports of missing keys.
    span: Range<usize>,
    problems: &'a Collector,
}

impl<'a> Reader<'a> {
    pub(crate) fn whole(
        title: &str,
        source: &'a str,
        table: &'a DeTable<'a>,
        problems: &'a Collector,
    ) -> Reader<'a> {
        Reader { source, table, title: title.to_owned(), path: String::new(), span: 0..0, problems }
    }

    pub(crate) fn source(&self) -> &'a str {
        self.source
    }

    /// Returns the table's name in messages: `[clock]`, `[[stage]]`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the place where the table begins.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Reports a problem at a place.
    pub fn problem(&self, span: Range<usize>, message: impl Into<String>) {
        self.add(Problem::new(span, message));
    }

    /// Reports a problem.
    pub fn add(&self, problem: Problem) {
        self.problems.add(problem);
    }

    /// Reports a problem about something that the text lacks.
    pub fn add_absent(&self, problem: Problem) {
        self.problems.add_absent(problem);
    }

    /// Returns the table's keys that are not in `known`, until there are too many problems.
    pub(crate) fn others(&self, known: &[&str]) -> impl Iterator<Item = (Located<String>, &'a DeValue<'a>)> {
        let others = self.entries().filter(|(key, _)| !known.contains(&key.value.as_str()));
        others.map(|(key, value)| (key, value.get_ref()))
    }

    /// Reports every key that is not in `known`.
    pub fn only(&self, known: &[&str]) {
        for (key, _) in self.others(known) {
            let problem = Problem::new(key.span, format!("{} has no key `{}`", self.title, key.value));
            self.add(problem.hint((self.problems.unknown)(&key.value, known)));
        }
    }

    /// Returns `true` if there are more problems than are reported, so that reading can stop.
    pub fn is_given_up(&self) -> bool {
        self.problems.is_full()
    }

    /// Returns `true` if any table has had a problem so far.
    pub fn is_refused(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Returns `true` if the table has the key.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Returns the span of a key's value; the beginning of the table if the key is missing.
    pub fn place_of(&self, key: &str) -> Range<usize> {
        self.table.get(key).map_or(self.span(), Spanned::span)
    }

    /// Reports a missing key.
    pub fn require(&self, key: &str, example: &str) {
        if !self.has(key) {
            let problem = Problem::new(self.span(), format!("{} needs `{key}`", self.title));
            self.add_absent(problem.hint(format!("for example {key} = {example}")));
        }
    }

    /// Returns the value of a key, of any type.
    pub(crate) fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// Reads a string.
    pub fn string(&self, key: &str) -> Option<Located<String>> {
        let found = self.value(key)?;
        let Some(text) = found.get_ref().as_str() else {
            let problem = mistyped(key, found, "a string in quotes");
            self.add(match source_of(found.get_ref()) {
                Some(bare) => problem.hint(format!("put it in quotes: {key} = \"{bare}\"")),
                None => problem,
            });
            return None;
        };
        Some(Located { value: text.to_owned(), span: found.span() })
    }

    /// Reads a boolean.
    pub fn flag(&self, key: &str) -> Option<Located<bool>> {
        let found = self.value(key)?;
        let Some(value) = found.get_ref().as_bool() else {
            let problem = mistyped(key, found, "true or false");
            self.add(match found.get_ref().as_str() {
                Some("true" | "false") => problem.hint("remove the quotes"),
                _ => problem,
            });
            return None;
        };
        Some(Located { value, span: found.span() })
    }

    /// Reads a whole number within inclusive bounds.
    pub fn number(&self, key: &str, least: u32, most: u32) -> Option<Located<u32>> {
        let found = self.value(key)?;
        let what = format!("a whole number from {least} to {most}");
        if !matches!(found.get_ref(), DeValue::Integer(_)) {
            self.add(mistyped(key, found, &what));
            return None;
        }
        let number = integer(found.get_ref()).and_then(|number| u32::try_from(number).ok());
        let Some(value) = number.filter(|number| (least..=most).contains(number)) else {
            self.problem(found.span(), format!("`{key}` must be {what}"));
            return None;
        };
        Some(Located { value, span: found.span() })
    }

    /// Reads a number that may have decimals.
    pub fn decimal(&self, key: &str) -> Option<Located<f64>> {
        let found = self.value(key)?;
        let number = match found.get_ref() {
            DeValue::Float(float) => float.as_str().replace('_', "").parse().ok(),
            value => integer(value).map(|number| number as f64),
        };
        let Some(value) = number.filter(|number: &f64| number.is_finite()) else {
            self.add(mistyped(key, found, "a number"));
            return None;
        };
        Some(Located { value, span: found.span() })
    }

    /// Reads an amount with its unit, using `read`.
    pub fn amount<T>(
        &self,
        key: &str,
        unit: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Option<Located<T>> {
        let found = self.value(key)?;
        let Some(text) = found.get_ref().as_str() else {
            let number = integer(found.get_ref()).filter(|number| (1..10_000).contains(number)).unwrap_or(5);
            let problem = if matches!(found.get_ref(), DeValue::Integer(_) | DeValue::Float(_)) {
                Problem::new(found.span(), format!("`{key}` has no unit"))
            } else {
                mistyped(key, found, "a number with its unit, in quotes")
            };
            self.add(problem.hint(format!("for example {key} = \"{number}{unit}\"")));
            return None;
        };
        match read(text) {
            Ok(value) => Some(Located { value, span: found.span() }),
            Err(message) => {
                self.problem(found.span(), format!("`{key}`: {message}"));
                None
            }
        }
    }

    /// Reads one of the given words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<Located<T>> {
        let found = self.string(key)?;
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == found.value) {
            return Some(Located { value: *value, span: found.span });
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let problem = Problem::new(found.span, format!("`{key}` cannot be \"{}\"", found.value));
        self.add(problem.hint(hint(&found.value, &names, "expected one of")));
        None
    }

    /// Reads a list of at least one string, with their places.
    pub fn strings(&self, key: &str) -> Option<Located<Vec<Located<String>>>> {
        let found = self.value(key)?;
        let Some(array) = found.get_ref().as_array() else {
            let problem = mistyped(key, found, "a list of strings");
            self.add(match found.get_ref().as_str() {
                Some(_) => problem.hint(format!("put it in brackets: {key} = [\"…\"]")),
                None => problem,
            });
            return None;
        };
        if array.is_empty() {
            self.add(
                Problem::new(found.span(), format!("`{key}` is empty"))
                    .hint("remove it, or list at least one item"),
            );
            return None;
        }
        Some(Located { value: self.texts(key, array), span: found.span() })
    }

    /// Returns the strings of a list, with their places.
    fn texts(&self, key: &str, list: &'a [Spanned<DeValue<'a>>]) -> Vec<Located<String>> {
        let mut texts = Vec::new();
        for item in list {
            match item.get_ref().as_str() {
                Some(text) => texts.push(Located { value: text.to_owned(), span: item.span() }),
                None => self.add(mistyped(&format!("an item of {key}"), item, "a string in quotes")),
            }
        }
        texts
    }

    /// Reads a list of lists, each of at least two strings.
    pub(crate) fn lists_of_strings(&self, key: &str) -> Option<Vec<Vec<Located<String>>>> {
        let found = self.value(key)?;
        let Some(array) = found.get_ref().as_array() else {
            self.add(mistyped(key, found, "a list of lists of strings"));
            return None;
        };
        let mut lists = Vec::new();
        for item in array {
            match item.get_ref().as_array() {
                Some(list) if list.len() >= 2 => lists.push(self.texts(key, list)),
                Some(_) => self.problem(item.span(), format!("a list in `{key}` needs at least two strings")),
                None => self.add(mistyped(&format!("an item of {key}"), item, "a list of strings")),
            }
        }
        Some(lists)
    }

    /// Reads a list of whole numbers within inclusive bounds, under a key of another table.
    pub(crate) fn numbers(
        &self,
        key: &str,
        found: &Spanned<DeValue<'_>>,
        least: u32,
        most: u32,
    ) -> Option<Vec<u32>> {
        let what = format!("a whole number from {least} to {most}");
        let Some(array) = found.get_ref().as_array() else {
            self.add(mistyped(key, found, "a list of whole numbers"));
            return None;
        };
        let mut numbers = Vec::new();
        for item in array {
            let number = integer(item.get_ref()).and_then(|number| u32::try_from(number).ok());
            match number.filter(|number| (least..=most).contains(number)) {
                Some(number) => numbers.push(number),
                None => self.problem(item.span(), format!("an item of `{key}` must be {what}")),
            }
        }
        Some(numbers)
    }

    /// Returns the table's keys with their places, until there are too many problems.
    pub fn keys(&self) -> Vec<Located<String>> {
        self.entries().map(|(key, _)| key).collect()
    }

    fn below(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Returns a subtable.
    pub fn table(&self, key: &str) -> Option<Reader<'a>> {
        let found = self.value(key)?;
        let path = self.below(key);
        let title = format!("[{path}]");
        let Some(table) = found.get_ref().as_table() else {
            let problem = Problem::new(found.span(), format!("`{key}` must be a single table"));
            self.add(problem.hint(format!("write {title}, with one bracket on each side")));
            return None;
        };
        Some(Reader { source: self.source, table, title, path, span: found.span(), problems: self.problems })
    }

    /// Returns the tables of an array of tables.
    pub fn tables(&self, key: &str) -> Vec<Reader<'a>> {
        let Some(found) = self.value(key) else { return Vec::new() };
        let path = self.below(key);
        let title = format!("[[{path}]]");
        let none = |span: Range<usize>| {
            let problem = Problem::new(span, format!("`{key}` must be a list of tables"));
            self.add(problem.hint(format!("begin each with {title}, with two brackets on each side")));
        };
        let Some(array) = found.get_ref().as_array() else {
            none(found.span());
            return Vec::new();
        };
        let mut readers = Vec::new();
        for item in array {
            match item.get_ref().as_table() {
                Some(table) => readers.push(Reader {
                    source: self.source,
                    table,
                    title: title.clone(),
                    path: path.clone(),
                    span: item.span(),
                    problems: self.problems,
                }),
                None => none(item.span()),
            }
        }
        readers
    }

    /// Returns the keys and values of the table, until there are too many problems.
    pub(crate) fn entries(
        &self,
    ) -> impl Iterator<Item = (Located<String>, &'a Spanned<DeValue<'a>>)> + use<'a> {
        let problems = self.problems;
        self.table
            .iter()
            .take_while(|_| !problems.is_full())
            .map(|(key, value)| (Located { value: key.get_ref().to_string(), span: key.span() }, value))
    }
}
