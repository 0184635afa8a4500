//! Code of our own: the interpreters that are part of the program, known by their hashes.
//!
//! Limits keep untrusted modules from holding up the host. They do not apply to known code, which is compiled without
//! limits on all processors. A module that consists of known code and a state of its own, as every script does, is
//! inspected like any other module, except for functions that are known byte for byte: their sizes are stored next to
//! their hash.

use serde::{Deserialize, Serialize};
use wasmparser::{Parser, Payload};

use super::decision::CodePartName;
use crate::rewrite::split;
use crate::{Caps, Sizes};

/// Code of our own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownCode {
    /// The BLAKE3 of the code, as [`code_name`] returns it.
    pub name: [u8; 32],
    /// Description for people.
    pub what: &'static str,
    /// Approximate processor time for compiling it, in seconds.
    pub seconds: u32,
    /// The inspection's findings about its functions, which are then not inspected again for each module; `None` if
    /// unknown.
    pub functions: Option<FunctionSizes>,
}

/// The source of known code that is neither cached nor carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// It compiles the code, and stores it in the folder.
    Stored,
    /// It compiles the code, and has no folder to store it.
    NotStored,
    /// It waits for another process that compiles the code.
    ByAnother,
}

/// The inspection's findings about the functions of a module that is valid within the profile: the fields of
/// [`Sizes`] that depend on the code alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionSizes {
    /// Bytes of the largest function.
    pub body: u64,
    /// Maximum number of locals in one function.
    pub locals: u64,
    /// Deepest nesting of blocks.
    pub nesting: u64,
    /// Maximum number of results of one type, or of parameters of one block.
    pub results: u64,
    /// Number of values that all branches, blocks and calls carry together.
    pub carried: u64,
    /// Estimated cost of compiling the functions.
    pub compile_cost: u64,
    /// `true` if they use floating point.
    pub floats: bool,
}

impl FunctionSizes {
    /// Returns the function sizes of a module that [`inspect`](crate::inspect) accepts.
    pub fn from_sizes(sizes: &Sizes) -> FunctionSizes {
        let Sizes { body, locals, nesting, results, carried, compile_cost, floats, .. } = *sizes;
        FunctionSizes { body, locals, nesting, results, carried, compile_cost, floats }
    }

    pub(crate) fn are_within(&self, caps: &Caps) -> bool {
        self.body <= caps.body
            && self.locals <= caps.locals
            && self.nesting <= caps.nesting
            && self.results <= caps.results
            && self.carried <= caps.carried
            && self.compile_cost <= caps.compile_cost
    }
}

/// Returns the name of a module's code, which is shared by all modules that differ only in their state; `None` if the
/// module is small or its state cannot be separated.
pub fn code_name(module: &[u8]) -> Option<[u8; 32]> {
    split(module).map(|parts| parts.name())
}

/// Returns the known code among `known` that a module consists of, before the module is inspected.
pub(crate) fn find<'k>(known: &'k [KnownCode], module: &[u8], caps: &Caps) -> Option<&'k KnownCode> {
    if known.is_empty() || !is_modest(module, caps) {
        return None;
    }
    by_name(known, &code_name(module)?)
}

pub(crate) fn by_name<'k>(known: &'k [KnownCode], name: &CodePartName) -> Option<&'k KnownCode> {
    known.iter().find(|code| code.name == *name)
}

/// Returns `true` if splitting a module costs no more memory than a module within the caps may cost. Allocates
/// nothing.
fn is_modest(module: &[u8], caps: &Caps) -> bool {
    let within = |found: u32, limit: u64| u64::from(found) <= limit;
    Parser::new(0).parse_all(module).all(|payload| match payload {
        Ok(Payload::ImportSection(imports)) => within(imports.count(), caps.imports),
        Ok(Payload::GlobalSection(globals)) => within(globals.count(), caps.globals),
        Ok(Payload::MemorySection(memories)) => within(memories.count(), 1),
        Ok(Payload::ExportSection(exports)) => within(exports.count(), caps.exports),
        Ok(Payload::DataSection(segments)) => within(segments.count(), caps.data_segments),
        payload => payload.is_ok(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_or_is_past_the_caps_is_not_taken_apart() {
        let segment = "(data (i32.const 0) \"x\")";
        let module = wat::parse_str(format!("(module (memory 1) {})", segment.repeat(3))).expect("a module");
        let caps = Caps { data_segments: 3, ..Caps::standard() };
        assert!(is_modest(&module, &caps));
        assert!(!is_modest(&module, &Caps { data_segments: 2, ..caps }));
        assert!(!is_modest(&module[..module.len() - 1], &caps));
        assert!(!is_modest(b"", &caps) && !is_modest(b"\0asm", &caps));
    }
}
