//! The source of a module as a work, by its tokens as they were written.

use std::path::Path;

use crate::lexed::lexed;
use crate::script::{runs, winnow};
use crate::{Kind, Part, Work};

/// What the source of a module is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceLanguage {
    /// C, and C++.
    C,
    /// D.
    D,
    /// Go.
    Go,
    /// Nim.
    Nim,
    /// Rust.
    Rust,
    /// Zig.
    Zig,
}

/// Endings of files, in lower case.
const ENDINGS: &[(&str, SourceLanguage)] = &[
    ("c", SourceLanguage::C),
    ("h", SourceLanguage::C),
    ("cc", SourceLanguage::C),
    ("cpp", SourceLanguage::C),
    ("cxx", SourceLanguage::C),
    ("hpp", SourceLanguage::C),
    ("d", SourceLanguage::D),
    ("go", SourceLanguage::Go),
    ("nim", SourceLanguage::Nim),
    ("rs", SourceLanguage::Rust),
    ("zig", SourceLanguage::Zig),
];

impl SourceLanguage {
    /// What a file of this name is written in, by its ending; `None` if it is none of these.
    pub fn of(name: &Path) -> Option<SourceLanguage> {
        let ending = name.extension()?.to_str()?.to_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, language)| *language)
    }
}

/// Reads the source of a module, which may have several files, as one work: a part for each file. Nothing is refused.
pub fn source(files: &[(&str, &str)], language: SourceLanguage) -> Work {
    let kind = Kind::Source(language);
    let part = |(name, text): &(&str, &str)| {
        let tokens: Vec<_> = lexed(text, kind).into_iter().map(|token| token.print).collect();
        Part::new(None, 1, tokens.len(), winnow(&runs(&tokens))).in_file(Some((*name).to_owned()))
    };
    Work::new(kind, files.iter().map(part).collect(), |_| true)
}
