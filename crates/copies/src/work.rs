//! What was handed in, taken apart.

use crate::SourceLanguage;
use crate::print::{Print, as_set};

/// A module or script, by the functions that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// What it is written in; works are compared with those of their kind.
    pub kind: Kind,
    /// Its functions, in their order.
    pub parts: Vec<Part>,
    /// The fingerprints that it is compared by.
    prints: Vec<Print>,
}

/// What can be compared with one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A wasm module, whatever language it was compiled from.
    Module,
    /// A script in JavaScript or TypeScript.
    JavaScript,
    /// A script in Python.
    Python,
    /// The source of a module.
    Source(SourceLanguage),
}

/// A function of a module, or a definition at the top level of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The file that it is in, if the work is of several.
    pub file: Option<String>,
    /// Where it is: the number of the function, or the line on which it begins, from 1.
    pub place: u32,
    /// How large it is: operators of a module, tokens of a script.
    pub size: usize,
    prints: Vec<Print>,
}

impl Part {
    /// Fingerprints may come in any order.
    pub(crate) fn new(name: Option<String>, place: u32, size: usize, prints: Vec<Print>) -> Part {
        Part { name, file: None, place, size, prints: as_set(prints) }
    }

    pub(crate) fn in_file(self, file: Option<String>) -> Part {
        Part { file, ..self }
    }

    /// Its fingerprints, in order, each once.
    pub fn prints(&self) -> &[Print] {
        &self.prints
    }
}

impl Work {
    /// A work that is compared by some of its parts; the others are in these.
    pub(crate) fn new(kind: Kind, parts: Vec<Part>, is_compared: impl Fn(&Part) -> bool) -> Work {
        let compared = parts.iter().filter(|part| is_compared(part));
        let prints = as_set(compared.flat_map(|part| part.prints.iter().copied()).collect());
        Work { kind, parts, prints }
    }

    /// The fingerprints that it is compared by, in order, each once.
    pub fn prints(&self) -> &[Print] {
        &self.prints
    }
}
