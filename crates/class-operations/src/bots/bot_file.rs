//! Bot files on this machine.

use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use explain::{Error, meant_file};
use game::visible_path;
use job::Caps;

/// Reads a bot's file, up to one byte more than its caps allow.
///
/// # Errors
/// If the file cannot be read or is not a regular file.
pub fn read_bot(path: &Path, caps: &Caps) -> io::Result<Arc<[u8]>> {
    let mut bytes = Vec::new();
    files::open(path)?.take(caps.module.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}

/// Returns `true` if a file starts with the magic bytes of a wasm module.
///
/// # Errors
/// If the file cannot be read or is not a regular file.
pub fn is_module(path: &Path) -> io::Result<bool> {
    const MAGIC: &[u8] = b"\0asm";
    let mut beginning = Vec::new();
    files::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut beginning)?;
    Ok(beginning == MAGIC)
}

/// Describes why a bot's file cannot be read, and suggests the file that was probably meant.
pub fn unread_bot(path: &Path, error: &io::Error) -> Error {
    let failed = Error::input(format!("cannot read the bot {}: {error}", visible_path(path)));
    match meant_file(path).filter(|_| error.kind() == ErrorKind::NotFound) {
        Some(near) => failed.hint(format!("did you mean {}?", visible_path(&near))),
        None => failed,
    }
}
