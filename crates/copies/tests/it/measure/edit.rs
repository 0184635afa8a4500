//! Edits copies of sources: other names, another order of definitions, other constants, additional statements.

use std::collections::BTreeSet;

/// The languages that are copied by hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Zig,
    Rust,
    /// Includes AssemblyScript.
    JavaScript,
    Python,
}

impl Language {
    /// Returns the language of a file by its extension.
    pub(crate) fn from_extension(ending: &str) -> Language {
        match ending {
            "c" | "h" => Language::C,
            "zig" => Language::Zig,
            "rs" => Language::Rust,
            "py" => Language::Python,
            _ => Language::JavaScript,
        }
    }
}

/// Returns the names that files define at their top level, which a copy may change.
pub(crate) fn defined<'t>(texts: impl IntoIterator<Item = &'t str>, language: Language) -> BTreeSet<String> {
    let texts = texts.into_iter();
    texts.flat_map(|text| chunks(text, language)).filter_map(|chunk| chunk.name).collect()
}

/// Returns a copy of a file that looks entirely different and does much the same.
pub(crate) fn disguise(text: &str, names: &BTreeSet<String>, language: Language) -> String {
    let text = match language {
        Language::C => without_guard(text),
        // A function's documentation would move to another function.
        Language::Zig | Language::Rust => {
            text.split_inclusive('\n').filter(|line| !line.starts_with("///")).collect()
        }
        _ => text.to_owned(),
    };
    let (functions, rest): (Vec<Chunk>, Vec<Chunk>) =
        chunks(&text, language).into_iter().partition(|chunk| chunk.name.is_some());
    let mut copy = String::new();
    for chunk in &rest {
        copy.push_str(&renamed(&chunk.text, names, language));
    }
    if language == Language::C {
        for function in &functions {
            let heading = function.text.split(" {").next().unwrap();
            copy.push_str(&format!("{};\n", renamed(heading, names, language)));
        }
    }
    for (number, function) in functions.iter().rev().enumerate() {
        let edited = edited(&renamed(&function.text, names, language));
        copy.push_str(&if number % 3 == 0 { padded(&edited, language) } else { edited });
    }
    copy
}

/// A top-level item: a function, or other lines.
pub(crate) struct Chunk {
    pub(crate) name: Option<String>,
    pub(crate) text: String,
}

pub(crate) fn chunks(text: &str, language: Language) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut within = false;
    for line in text.lines() {
        let name = function_begun(line, language);
        let at_margin = line.starts_with(|one: char| !one.is_whitespace());
        let goes_on = within && (language != Language::Python || !at_margin);
        if name.is_some() || !goes_on {
            within = name.is_some();
            chunks.push(Chunk { name, text: String::new() });
        }
        let chunk = chunks.last_mut().unwrap();
        chunk.text.push_str(line);
        chunk.text.push('\n');
        if within && language != Language::Python && line.starts_with('}') {
            within = false;
        }
    }
    chunks
}

/// Returns the name of the function that begins on a line.
fn function_begun(line: &str, language: Language) -> Option<String> {
    let first = line.chars().next()?;
    if !first.is_alphabetic() {
        return None;
    }
    match language {
        Language::C => {
            let heading = line.strip_suffix(" {")?;
            let (before, _) = heading.split_once('(')?;
            let name = before.rsplit([' ', '*']).next()?;
            let is_function =
                !before.contains('=') && before.contains([' ', '*']) && !before.contains("struct {");
            is_function.then(|| name.to_owned())
        }
        Language::Zig | Language::Rust => {
            let after = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("fn ")?;
            line.ends_with('{').then(|| after.split(['(', '<']).next().unwrap().to_owned())
        }
        Language::JavaScript => {
            let after = line.split_once("function ")?.1.trim_start_matches("* ");
            line.ends_with('{').then(|| after.split('(').next().unwrap().to_owned())
        }
        Language::Python => line.strip_prefix("def ")?.split('(').next().map(str::to_owned),
    }
}

fn without_guard(text: &str) -> String {
    let first = text.lines().find(|line| line.starts_with('#'));
    let Some(guard) = first.and_then(|line| line.strip_prefix("#ifndef ")) else {
        return text.to_owned();
    };
    let end = text.rfind("#endif").unwrap();
    let body = text[..end].replacen(&format!("#ifndef {guard}"), "#pragma once", 1);
    body.replacen(&format!("#define {guard}"), "", 1)
}

/// Splits a text into words and the text between them.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let is_word = |one: char| one.is_alphanumeric() || one == '_' || one == '$';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|one| is_word(one) != is_word(first)).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// Changes the names that a copy may change, and keeps those of the kit and of the interface.
fn renamed(text: &str, names: &BTreeSet<String>, language: Language) -> String {
    let kept = ["choose", "main"];
    let mut before = "";
    let mut copy = String::new();
    for word in words(text) {
        // In Rust, a method, which looks like the call of a function.
        let is_method = language == Language::Rust && before.ends_with('.');
        if names.contains(word) && !kept.contains(&word) && !is_method {
            copy.push_str(&format!("my_{word}_2"));
        } else {
            copy.push_str(word);
        }
        before = word;
    }
    copy
}

/// Decreases constants from ten up by one, so that no index exceeds its array.
fn edited(text: &str) -> String {
    let mut before = "";
    let mut copy = String::new();
    for word in words(text) {
        let number =
            word.parse().ok().filter(|number| (10..10_000).contains(number) && !is_of_a_type(before));
        copy.push_str(&number.map_or_else(|| word.to_owned(), |number: u32| (number - 1).to_string()));
        before = word;
    }
    copy
}

/// Returns `true` if a number at this point is the length of an array, or a part of a range or of another number.
fn is_of_a_type(before: &str) -> bool {
    before.ends_with(['.', '[']) || before.ends_with("; ")
}

/// Adds a statement at the beginning of a function.
fn padded(text: &str, language: Language) -> String {
    let (opening, statement) = match language {
        Language::C => (" {\n", "    volatile int also = 1;\n    also += 2;\n"),
        Language::Zig => (" {\n", "    var also: u32 = 1;\n    also += 2;\n"),
        Language::Rust => (
            " {\n",
            "    let mut also = 1_u32;\n    also += core::hint::black_box(2);\n    core::hint::black_box(also);\n",
        ),
        Language::JavaScript => (" {\n", "  let also = 1;\n  also += 2;\n"),
        Language::Python => (":\n", "    also = 1\n    also += 2\n"),
    };
    text.replacen(opening, &format!("{opening}{statement}"), 1)
}
