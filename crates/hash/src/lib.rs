//! A 32-byte hash with its text.
//!
//! BLAKE3 hashes ([`Hash`](struct@Hash)) identify modules, submitted files and sources. Texts write bytes as pairs of
//! lower-case hexadecimal digits ([`hex`]), so a value has exactly one text.

mod hash;
pub mod hex;

pub use hash::{Hash, HashError};
