//! A 32-byte hash with its text.
//!
//! Modules, files that were handed in and sources are named by their BLAKE3 ([`Hash`](struct@Hash)). Whatever bytes a text contains
//! are pairs of lower-case hexadecimal digits ([`hex`]): one value has one text.

mod hash;
pub mod hex;

pub use hash::{Hash, HashError};
