//! The modules that are part of this program.

use sandbox::Caps;

use crate::interpreter::INTERPRETERS;
use crate::types;

/// Returns every module that building a script may load, with the caps under which it is admitted. Each is unpacked
/// only when the iterator reaches it.
pub fn modules() -> impl Iterator<Item = (Vec<u8>, Caps)> {
    let interpreters = INTERPRETERS.iter().map(|interpreter| (interpreter.module(), (interpreter.caps)()));
    interpreters.chain(std::iter::once_with(|| (types::stripper(), types::caps())))
}
