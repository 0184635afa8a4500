//! Modules in pieces.

use hash::Hash;
use job::SizeClass;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Message;

/// The most bytes of a module in one message.
pub const MOST_CHUNK: usize = 256 << 10;

/// A piece of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleChunk {
    /// The bytes of the whole module.
    pub length: u64,
    /// These bytes.
    pub bytes: Vec<u8>,
}

impl Message for ModuleChunk {
    const KIND: u8 = 0x51;
}

/// Why pieces are not the module that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChunkError {
    /// It is longer than any module may be, or its pieces have other lengths than they say.
    #[error("the chunks are inconsistent, or longer than a module may be")]
    Length,
    /// The bytes have another hash.
    #[error("hash mismatch")]
    Hash,
}

/// The pieces of a module, in order: at least one.
pub fn chunks(module: &[u8]) -> impl Iterator<Item = ModuleChunk> {
    let length = module.len() as u64;
    let empty = module.is_empty().then_some(ModuleChunk { length, bytes: Vec::new() });
    let pieces = module.chunks(MOST_CHUNK);
    empty.into_iter().chain(pieces.map(move |bytes| ModuleChunk { length, bytes: bytes.to_vec() }))
}

/// Adds a piece to those before. Returns whether the module is whole.
///
/// # Errors
/// When the piece does not fit those before, or the whole has another hash.
pub fn joined(module: &mut Vec<u8>, chunk: &ModuleChunk, hash: &Hash) -> Result<bool, ChunkError> {
    let most = SizeClass::ALL.map(|class| class.caps().module).into_iter().max().unwrap_or_default();
    let left = chunk.length.checked_sub(module.len() as u64).ok_or(ChunkError::Length)?;
    let expected = left.min(MOST_CHUNK as u64);
    if chunk.length > most || chunk.bytes.len() as u64 != expected {
        return Err(ChunkError::Length);
    }
    module.extend_from_slice(&chunk.bytes);
    if (module.len() as u64) < chunk.length {
        return Ok(false);
    }
    if Hash::of(module) == *hash { Ok(true) } else { Err(ChunkError::Hash) }
}
