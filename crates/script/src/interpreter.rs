//! The languages of scripts, each with the interpreter that runs it.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use job::{JAVASCRIPT_ENDINGS, PYTHON_ENDINGS};
use sandbox::Caps;

use crate::KNOWN;

/// The interpreter of a language: a module that was built once and is part of this program.
pub struct Interpreter {
    /// Name of the language for people.
    pub language: &'static str,
    /// Endings of its files, without the dot.
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
    /// Returns the interpreter for a file by its ending, in upper or lower case.
    pub fn for_path(path: &Path) -> Option<&'static Interpreter> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        INTERPRETERS.iter().find(|interpreter| interpreter.endings.contains(&ending.as_str()))
    }

    /// Returns the interpreter with which any version of the program built a module.
    pub fn in_module(module: &[u8]) -> Option<&'static Interpreter> {
        let name = sandbox::code_name(module)?;
        let known = KNOWN.iter().find(|known| known.name == name)?;
        INTERPRETERS.iter().find(|interpreter| interpreter.language == known.what)
    }

    /// Returns its module.
    pub fn module(&self) -> Vec<u8> {
        unpack(self.compressed)
    }
}

/// Unpacks a module that is part of this program.
pub(crate) fn unpack(compressed: &[u8]) -> Vec<u8> {
    let mut module = Vec::new();
    // Built-in data is intact; tests unpack all of it.
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
