//! Reads the source of a module as a work, by its tokens as written.

use std::path::Path;

use crate::script::{runs, winnow};
use crate::source_tokens::lexed;
use crate::{Kind, Part, Work};

/// The language of a module's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceLanguage {
    /// C and C++.
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

/// File extensions, in lower case.
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
    /// Returns the language of a file by its extension; `None` for any other file.
    pub fn from_path(name: &Path) -> Option<SourceLanguage> {
        let ending = name.extension()?.to_str()?.to_lowercase();
        ENDINGS.iter().find(|(known, _)| *known == ending).map(|(_, language)| *language)
    }
}

/// Reads the source of a module, which may have several files, as one work with a part for each file. No text is
/// rejected.
pub fn source(files: &[(&str, &str)], language: SourceLanguage) -> Work {
    let kind = Kind::Source(language);
    let part = |(name, text): &(&str, &str)| {
        let tokens: Vec<_> = lexed(text, kind).into_iter().map(|token| token.print).collect();
        Part::new(None, 1, tokens.len(), winnow(&runs(&tokens))).in_file(Some((*name).to_owned()))
    };
    Work::new(kind, files.iter().map(part).collect(), |_| true)
}
