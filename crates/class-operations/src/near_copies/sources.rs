//! The sources of compared versions: of scripts, and of modules handed in with theirs.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use copies::{Kind, SourceLanguage, Work};
use game::visible;
use schemars::JsonSchema;
use serde::Serialize;

use crate::validation::is_kit;

/// Maximum number of bytes of a text that is compared line by line.
const LONGEST: usize = 1 << 20;

/// Lines of two sources with the same tokens, apart from the values of names, numbers and texts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SimilarPassage {
    /// The lines of the first source.
    pub one: Lines,
    /// The lines of the other source.
    pub other: Lines,
    /// Number of common tokens.
    pub tokens: usize,
}

/// A range of lines in a file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lines {
    /// The file's name.
    pub file: String,
    /// The first line, from 1.
    pub first: u32,
    /// The last line.
    pub last: u32,
}

impl fmt::Display for Lines {
    /// Writes for example `bot.js, lines 3 to 9`, safe to display anywhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, lines {} to {}", visible(&self.file), self.first, self.last)
    }
}

/// The files of a source, without kit files, which all students have.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub(super) files: Vec<SourceFile>,
}

/// A file of a source.
#[derive(Clone, Debug)]
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) text: String,
    kind: Kind,
}

impl Sources {
    /// Returns the sources of a script. `name` is used for the file without a name.
    pub(super) fn of_script(name: &Path, files: &[(Option<&str>, String)], kind: Kind) -> Sources {
        let file = |(path, text): &(Option<&str>, String)| SourceFile {
            name: path.map_or_else(|| name.to_string_lossy().into_owned(), str::to_owned),
            text: text.clone(),
            kind,
        };
        let own = files.iter().filter(|(_, text)| !is_kit(text.as_bytes()));
        Sources { files: own.map(file).collect() }
    }

    /// Returns the source files among those handed in with a module.
    pub(super) fn of_module(beside: &[(String, Vec<u8>)]) -> Sources {
        let file = |(name, bytes): &(String, Vec<u8>)| {
            let language = SourceLanguage::from_path(Path::new(name)).filter(|_| bytes.len() <= LONGEST)?;
            if is_kit(bytes) {
                return None;
            }
            let text = plaintext::read_lossy(bytes);
            Some(SourceFile { name: name.clone(), text, kind: Kind::Source(language) })
        };
        let mut files: Vec<SourceFile> = beside.iter().filter_map(file).collect();
        files.sort_by(|one, other| one.name.cmp(&other.name));
        Sources { files }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the files of the source's main language as a work.
    pub(super) fn work(&self) -> Option<Work> {
        let mut sizes: BTreeMap<SourceLanguage, usize> = BTreeMap::new();
        for file in &self.files {
            if let Kind::Source(language) = file.kind {
                *sizes.entry(language).or_default() += file.text.len();
            }
        }
        let (language, _) = sizes.into_iter().max_by_key(|(_, size)| *size)?;
        let own = self.files.iter().filter(|file| file.kind == Kind::Source(language));
        let files: Vec<(&str, &str)> = own.map(|file| (file.name.as_str(), file.text.as_str())).collect();
        Some(copies::source(&files, language))
    }

    /// Returns the common passages, comparing each file with all files of the other source.
    pub(super) fn passages(&self, other: &Sources) -> Vec<SimilarPassage> {
        let mut passages = Vec::new();
        for one in &self.files {
            for theirs in other.files.iter().filter(|theirs| theirs.kind == one.kind) {
                let lines = |file: &SourceFile, (first, last)| Lines { file: file.name.clone(), first, last };
                let found = copies::passages(&one.text, &theirs.text, one.kind).into_iter();
                passages.extend(found.map(|found| SimilarPassage {
                    one: lines(one, found.one),
                    other: lines(theirs, found.other),
                    tokens: found.tokens,
                }));
            }
        }
        passages
    }
}

/// Reads a source file that was given to all students; `None` if it is not a source.
pub(super) fn of_file(path: &Path, bytes: &[u8]) -> Option<Work> {
    let language = SourceLanguage::from_path(path)?;
    Some(copies::source(&[("", &plaintext::read_lossy(bytes))], language))
}
