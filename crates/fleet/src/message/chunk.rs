//! Modules in chunks.

use hash::Hash;
use job::SizeClass;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Message;

/// Maximum size of a chunk in bytes.
pub const MOST_CHUNK: usize = 256 << 10;

/// A chunk of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleChunk {
    /// Length of the whole module in bytes.
    pub length: u64,
    /// The bytes of the chunk.
    pub bytes: Vec<u8>,
}

impl Message for ModuleChunk {
    const KIND: u8 = 0x51;
}

/// The reason why chunks are not the requested module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChunkError {
    /// The module is longer than allowed, or a chunk does not have the expected length.
    #[error("the chunks are inconsistent, or longer than a module may be")]
    Length,
    /// The bytes have another hash.
    #[error("hash mismatch")]
    Hash,
}

/// The chunks of a module, in order: at least one.
pub fn chunks(module: &[u8]) -> impl Iterator<Item = ModuleChunk> {
    let length = module.len() as u64;
    let empty = module.is_empty().then_some(ModuleChunk { length, bytes: Vec::new() });
    let pieces = module.chunks(MOST_CHUNK);
    empty.into_iter().chain(pieces.map(move |bytes| ModuleChunk { length, bytes: bytes.to_vec() }))
}

/// Appends a chunk to the previous ones. Returns `true` if the module is complete.
///
/// # Errors
/// When the chunk does not fit the previous ones, or the module has another hash.
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
    if Hash::digest(module) == *hash { Ok(true) } else { Err(ChunkError::Hash) }
}
