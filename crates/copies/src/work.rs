//! A submission, split into parts.

use crate::SourceLanguage;
use crate::fingerprint::{Fingerprint, as_set};

/// A module or script with its functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Its kind; works are compared only with those of the same kind.
    pub kind: Kind,
    /// Its functions, in their order.
    pub parts: Vec<Part>,
    /// The fingerprints for comparison.
    prints: Vec<Fingerprint>,
}

/// The kinds of comparable works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A wasm module, compiled from any language.
    Module,
    /// A script in JavaScript or TypeScript.
    JavaScript,
    /// A script in Python.
    Python,
    /// The source of a module.
    Source(SourceLanguage),
}

/// A function of a module, or a top-level definition of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name; `None` if it has none.
    pub name: Option<String>,
    /// Its file, if the work has several.
    pub file: Option<String>,
    /// Its place: the index of the function, or its first line, from 1.
    pub place: u32,
    /// Its size: operators of a module, tokens of a script.
    pub size: usize,
    prints: Vec<Fingerprint>,
}

impl Part {
    /// Creates a part from fingerprints in any order.
    pub(crate) fn new(name: Option<String>, place: u32, size: usize, prints: Vec<Fingerprint>) -> Part {
        Part { name, file: None, place, size, prints: as_set(prints) }
    }

    pub(crate) fn in_file(self, file: Option<String>) -> Part {
        Part { file, ..self }
    }

    /// Returns its fingerprints, sorted and without duplicates.
    pub fn prints(&self) -> &[Fingerprint] {
        &self.prints
    }
}

impl Work {
    /// Creates a work that is compared by the parts for which `is_compared` returns `true`. They contain the others.
    pub(crate) fn new(kind: Kind, parts: Vec<Part>, is_compared: impl Fn(&Part) -> bool) -> Work {
        let compared = parts.iter().filter(|part| is_compared(part));
        let prints = as_set(compared.flat_map(|part| part.prints.iter().copied()).collect());
        Work { kind, parts, prints }
    }

    /// Returns the fingerprints for comparison, sorted and without duplicates.
    pub fn prints(&self) -> &[Fingerprint] {
        &self.prints
    }
}
