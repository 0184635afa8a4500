//! Reading TOML tables key by key, collecting problems instead of stopping at the first.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::closest::hint;
use crate::{Problem, problem};

/// Where problems are collected while a text is read.
pub(crate) struct Collector {
    found: RefCell<Vec<Problem>>,
    absent: RefCell<Vec<Problem>>,
    /// The hint below a key that its table does not have.
    unknown: fn(&str, &[&str]) -> String,
}

impl Collector {
    pub(crate) fn new(unknown: fn(&str, &[&str]) -> String) -> Collector {
        Collector { found: RefCell::default(), absent: RefCell::default(), unknown }
    }

    fn add(&self, problem: Problem) {
        if !self.is_full() {
            self.found.borrow_mut().push(problem);
        }
    }

    fn add_absent(&self, problem: Problem) {
        if !self.is_full() {
            self.absent.borrow_mut().push(problem);
        }
    }

    /// Whether there are more problems than are reported.
    fn is_full(&self) -> bool {
        self.found.borrow().len() + self.absent.borrow().len() > problem::MOST
    }

    /// What is wrong with what the text has, and what it does not have.
    pub(crate) fn into_lists(self) -> (Vec<Problem>, Vec<Problem>) {
        (self.found.into_inner(), self.absent.into_inner())
    }

    /// Whether there is any problem so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.borrow().is_empty() && self.absent.borrow().is_empty()
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands: byte offsets into the text.
    pub span: Range<usize>,
}

/// One table being read. Each method reads the value of a key and reports what is wrong with it; it returns `None` for
/// a key that is missing or whose value was reported.
pub struct Reader<'a> {
    source: &'a str,
    table: &'a DeTable<'a>,
    /// How the table is called in messages: `[clock]`, `[[stage]]`.
    title: String,
    /// The table's path: empty for the whole text, `stage.clock`.
    path: String,
    /// Where the table begins, for what is missing from it.
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

    /// How the table is called in messages: `[clock]`, `[[stage]]`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Where the table begins.
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

    /// Adds a problem that is about something the text does not have.
    pub fn add_absent(&self, problem: Problem) {
        self.problems.add_absent(problem);
    }

    /// The table's keys that are none of these, until there are too many problems.
    pub(crate) fn others(&self, known: &[&str]) -> impl Iterator<Item = (At<String>, &'a DeValue<'a>)> {
        let others = self.entries().filter(|(key, _)| !known.contains(&key.value.as_str()));
        others.map(|(key, value)| (key, value.get_ref()))
    }

    /// Reports every key that is none of these.
    pub fn only(&self, known: &[&str]) {
        for (key, _) in self.others(known) {
            let problem = Problem::new(key.span, format!("{} has no key `{}`", self.title, key.value));
            self.add(problem.hint((self.problems.unknown)(&key.value, known)));
        }
    }

    /// Whether there are more problems than are reported: nothing more needs to be looked at.
    pub fn is_given_up(&self) -> bool {
        self.problems.is_full()
    }

    /// Whether there is any problem so far, in any table.
    pub fn is_refused(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Whether the table has a key.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The span of a key's value; the table's beginning if the key is missing.
    pub fn place_of(&self, key: &str) -> Range<usize> {
        self.table.get(key).map_or(self.span(), Spanned::span)
    }

    /// Says that a key is missing, if it is.
    pub fn require(&self, key: &str, example: &str) {
        if !self.has(key) {
            let problem = Problem::new(self.span(), format!("{} needs `{key}`", self.title));
            self.add_absent(problem.hint(format!("for example {key} = {example}")));
        }
    }

    /// The value of a key, whatever it is.
    pub(crate) fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// A string.
    pub fn string(&self, key: &str) -> Option<At<String>> {
        let found = self.value(key)?;
        let Some(text) = found.get_ref().as_str() else {
            let problem = mistyped(key, found, "a string in quotes");
            self.add(match source_of(found.get_ref()) {
                Some(bare) => problem.hint(format!("put it in quotes: {key} = \"{bare}\"")),
                None => problem,
            });
            return None;
        };
        Some(At { value: text.to_owned(), span: found.span() })
    }

    /// True or false.
    pub fn flag(&self, key: &str) -> Option<At<bool>> {
        let found = self.value(key)?;
        let Some(value) = found.get_ref().as_bool() else {
            let problem = mistyped(key, found, "true or false");
            self.add(match found.get_ref().as_str() {
                Some("true" | "false") => problem.hint("remove the quotes"),
                _ => problem,
            });
            return None;
        };
        Some(At { value, span: found.span() })
    }

    /// A whole number within bounds, both included.
    pub fn number(&self, key: &str, least: u32, most: u32) -> Option<At<u32>> {
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
        Some(At { value, span: found.span() })
    }

    /// A number that may have decimals.
    pub fn decimal(&self, key: &str) -> Option<At<f64>> {
        let found = self.value(key)?;
        let number = match found.get_ref() {
            DeValue::Float(float) => float.as_str().replace('_', "").parse().ok(),
            value => integer(value).map(|number| number as f64),
        };
        let Some(value) = number.filter(|number: &f64| number.is_finite()) else {
            self.add(mistyped(key, found, "a number"));
            return None;
        };
        Some(At { value, span: found.span() })
    }

    /// An amount with its unit, which `read` reads.
    pub fn amount<T>(
        &self,
        key: &str,
        unit: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Option<At<T>> {
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
            Ok(value) => Some(At { value, span: found.span() }),
            Err(message) => {
                self.problem(found.span(), format!("`{key}`: {message}"));
                None
            }
        }
    }

    /// One of some words.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<At<T>> {
        let found = self.string(key)?;
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == found.value) {
            return Some(At { value: *value, span: found.span });
        }
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let problem = Problem::new(found.span, format!("`{key}` cannot be \"{}\"", found.value));
        self.add(problem.hint(hint(&found.value, &names, "expected one of")));
        None
    }

    /// A list of at least one text, with their places.
    pub fn strings(&self, key: &str) -> Option<At<Vec<At<String>>>> {
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
        Some(At { value: self.texts(key, array), span: found.span() })
    }

    /// The texts of a list, with their places.
    fn texts(&self, key: &str, list: &'a [Spanned<DeValue<'a>>]) -> Vec<At<String>> {
        let mut texts = Vec::new();
        for item in list {
            match item.get_ref().as_str() {
                Some(text) => texts.push(At { value: text.to_owned(), span: item.span() }),
                None => self.add(mistyped(&format!("an item of {key}"), item, "a string in quotes")),
            }
        }
        texts
    }

    /// A list of lists of texts, each of at least two.
    pub(crate) fn lists_of_strings(&self, key: &str) -> Option<Vec<Vec<At<String>>>> {
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

    /// A list of whole numbers within bounds, both included, under a key of another table.
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

    /// The table's keys with their places, until there are too many problems.
    pub fn keys(&self) -> Vec<At<String>> {
        self.entries().map(|(key, _)| key).collect()
    }

    fn below(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// A table below this one.
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

    /// The tables of an array of tables.
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

    /// Keys and values of the table, until there are too many problems.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (At<String>, &'a Spanned<DeValue<'a>>)> + use<'a> {
        let problems = self.problems;
        self.table
            .iter()
            .take_while(|_| !problems.is_full())
            .map(|(key, value)| (At { value: key.get_ref().to_string(), span: key.span() }, value))
    }
}

impl At<String> {
    /// The span of some bytes inside the text; of all of it if that is not known.
    pub(crate) fn place_inside(&self, source: &str, at: usize, len: usize) -> Range<usize> {
        let whole = self.span.clone();
        let Some(written) = source.get(whole.clone()) else { return whole };
        let Some(places) = places(written, &self.value) else { return whole };
        let place = |at: usize| whole.start + places[at.min(places.len() - 1)];
        place(at)..place(at + len)
    }
}

/// The offset of each byte of a value in its written form, and of the closing quote; `None` if there are escapes other
/// than a backslash and one letter, or three quotes.
fn places(written: &str, value: &str) -> Option<Vec<usize>> {
    let three = ["\"\"\"", "'''"].iter().any(|quotes| written.starts_with(quotes));
    // One quote alone is an unclosed text.
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

/// A whole number that TOML holds, if it fits.
pub(crate) fn integer(value: &DeValue<'_>) -> Option<i128> {
    let number = value.as_integer()?;
    i128::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
}

/// The value as it may be written in quotes, if it is a plain one.
fn source_of(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::String(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

pub(crate) fn mistyped(key: &str, found: &Spanned<DeValue<'_>>, what: &str) -> Problem {
    let kind = match found.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with decimals",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    Problem::new(found.span(), format!("`{key}` must be {what}, not {kind}"))
}
