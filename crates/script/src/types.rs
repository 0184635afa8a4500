//! TypeScript without its types: a module in the sandbox replaces them by blanks, so that lines and columns do not
//! change.

use std::cell::OnceCell;

use referee::{HostFailure, Limits, Ticks};
use sandbox::{Bot, Caps, Loaded, Sandbox};

use crate::BuildError;
use crate::interpreter::unpack;
use crate::interpreter_input::Blob;
use crate::syntax::{self, SourceLocation};

/// Endings of files that have types.
const ENDINGS: [&str; 2] = [".ts", ".mts"];
/// Maximum time for one file, on the virtual clock: 2 s.
pub(crate) const TIME: Ticks = Ticks(20_000_000_000);
/// Maximum bytes kept of the module's output, which is a one-line error about the file.
const LOG: u64 = 4 << 10;

static COMPRESSED: &[u8] = include_bytes!("../../../interpreters/typescript/typescript.wasm.gz");

/// Returns `true` if a file's name says that it has types.
pub(crate) fn are_in(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns the module that strips types.
pub(crate) fn stripper() -> Vec<u8> {
    unpack(COMPRESSED)
}

/// Returns the caps for our own module; the caps that bound the cost of untrusted modules do not apply to it.
pub(crate) fn caps() -> Caps {
    Caps { locals: 1_000, ..Caps::script() }
}

/// Strips types from files.
pub struct Types<'a> {
    sandbox: &'a Sandbox,
    /// Admitted with the first file that has types.
    stripper: OnceCell<(Vec<u8>, Bot)>,
}

impl<'a> Types<'a> {
    /// Does nothing until the first file that has types.
    pub fn new(sandbox: &'a Sandbox) -> Types<'a> {
        Types { sandbox, stripper: OnceCell::new() }
    }

    /// Returns the file without its types, with all lines and columns unchanged. A file that has none by its name is
    /// returned unchanged.
    ///
    /// # Errors
    /// If it is not TypeScript, it uses more than types, such as an enum, or the host fails.
    pub fn strip(&self, name: &str, text: String) -> Result<String, BuildError> {
        self.strip_within(name, text, &mut TIME.clone())
    }

    /// Strips types within the time `left`, and subtracts the time used.
    pub(crate) fn strip_within(
        &self,
        name: &str,
        text: String,
        left: &mut Ticks,
    ) -> Result<String, BuildError> {
        if !are_in(name) {
            return Ok(text);
        }
        let written = text.clone();
        let (module, bot) = self.stripper()?;
        let blob =
            Blob { entry: name.to_owned(), files: [(name.to_owned(), text)].into(), ..Blob::default() };
        let memory = Caps::script().memory_pages * 65_536;
        let limits = Limits { start: TIME.min(*left), memory, log: LOG, ..Limits::default() };
        let loading = self.sandbox.load(bot, module, &blob.encode(), &limits)?;
        *left = left.minus(loading.spent);
        match loading.loaded {
            Loaded::Text(text) => Ok(text),
            Loaded::Refused(message) => {
                let message = advised(&message).unwrap_or_else(|| explained(name, &message, &written));
                Err(BuildError::Script { message, log: String::new() })
            }
            Loaded::Failed(failure) => {
                let failure = format!("{}: {}", failure.fault, failure.detail);
                Err(BuildError::Untyped { file: name.to_owned(), failure })
            }
            Loaded::Ready(_) => Err(HostFailure::new("a file came back without a text", None).into()),
        }
    }

    fn stripper(&self) -> Result<&(Vec<u8>, Bot), BuildError> {
        if let Some(stripper) = self.stripper.get() {
            return Ok(stripper);
        }
        let module = stripper();
        let bot = self.sandbox.admit(&module, &caps())??;
        Ok(self.stripper.get_or_init(|| (module, bot)))
    }
}

/// The module's message about everything that is more than a type.
const GENERAL: &str = "types are left out here and nothing else is changed: write it in plain JavaScript";
/// Replacements, by a word of its message.
const INSTEAD: [(&str, &str); 5] = [
    (
        " enum ",
        "write an object: `const Kind = { A: 0, B: 1 } as const;`, and for the type `type Kind = 0 | 1;`",
    ),
    (
        " namespace ",
        "write the file as a module: put `export` in front of what it offers, and import it by its path",
    ),
    (" parameter property ", "declare the field in the class, and assign it in the constructor"),
    (" import equals ", "write `import name from \"./file.ts\";`"),
    (" export assignment ", "write `export` in front of what the file offers"),
];

/// Adds the replacement to a message about something that is more than a type.
fn advised(message: &str) -> Option<String> {
    let what = message.strip_suffix(GENERAL)?;
    let instead = INSTEAD.iter().find(|(word, _)| message.contains(word));
    Some(
        instead.map_or(message.to_owned(), |(_, instead)| {
            format!("{what}only types are left out here: {instead}")
        }),
    )
}

/// Adds advice to a message about the syntax.
fn explained(name: &str, message: &str, text: &str) -> String {
    // An unclosed block shows at the next `export` or at the end. TypeScript reports it at the end.
    let is_open = message.contains("cannot be used outside of module code") || message.contains("<eof>");
    if let Some((bracket, line)) = syntax::unclosed(text).filter(|_| is_open) {
        let end = text.matches('\n').count() + 1;
        return format!("{name}:{end}:1: unexpected end of file: close the `{bracket}` on line {line}");
    }
    let place = SourceLocation::parse(message);
    let advice = place.and_then(|place| syntax::advice(text, place.line, place.column));
    advice.map_or(message.to_owned(), |advice| format!("{message}; {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strips_types_is_admitted() {
        let sizes = sandbox::inspect(&stripper(), &caps());
        assert!(sizes.is_ok(), "{sizes:?}");
    }

    #[test]
    fn types_are_in_typescript_alone() {
        for (name, typed) in
            [("bot.ts", true), ("a/b.mts", true), ("bot.js", false), ("ts", false), ("a.tsx", false)]
        {
            assert_eq!(are_in(name), typed, "{name}");
        }
    }
}
