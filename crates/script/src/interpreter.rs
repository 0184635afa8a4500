//! The languages of scripts, each with the interpreter that runs it.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use job::{JAVASCRIPT_ENDINGS, PYTHON_ENDINGS};
use sandbox::Caps;

use crate::KNOWN;

/// The interpreter of a language: a module that was built once and is part of this program.
pub struct Interpreter {
    /// The language as people call it.
    pub language: &'static str,
    /// Endings of the files that it runs, without the dot.
    pub endings: &'static [&'static str],
    /// The caps that a bot with this interpreter needs.
    pub caps: fn() -> Caps,
    compressed: &'static [u8],
}

/// Every interpreter.
pub static INTERPRETERS: &[Interpreter] = &[
    Interpreter {
        language: "JavaScript",
        endings: JAVASCRIPT_ENDINGS,
        caps: Caps::standard,
        compressed: include_bytes!("../../../interpreters/quickjs/quickjs.wasm.gz"),
    },
    Interpreter {
        language: "Python",
        endings: PYTHON_ENDINGS,
        caps: Caps::script,
        compressed: include_bytes!("../../../interpreters/python/python.wasm.gz"),
    },
];

impl Interpreter {
    /// The interpreter for a file, by its ending in whichever case.
    pub fn of(path: &Path) -> Option<&'static Interpreter> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        INTERPRETERS.iter().find(|interpreter| interpreter.endings.contains(&ending.as_str()))
    }

    /// The interpreter that a module was built with, by whichever version of the program.
    pub fn in_module(module: &[u8]) -> Option<&'static Interpreter> {
        let name = sandbox::code_name(module)?;
        let known = KNOWN.iter().find(|known| known.name == name)?;
        INTERPRETERS.iter().find(|interpreter| interpreter.language == known.what)
    }

    /// Its module.
    pub fn module(&self) -> Vec<u8> {
        unpack(self.compressed)
    }
}

/// A module that is part of this program.
pub(crate) fn unpack(compressed: &[u8]) -> Vec<u8> {
    let mut module = Vec::new();
    // What is compiled in is whole; tests unpack every one.
    drop(GzDecoder::new(compressed).read_to_end(&mut module));
    module
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interpreter_is_admitted_under_its_caps() {
        for interpreter in INTERPRETERS {
            let sizes = sandbox::inspect(&interpreter.module(), &(interpreter.caps)());
            assert!(sizes.is_ok(), "{}: {sizes:?}", interpreter.language);
        }
    }
}
