//! What a module consists of.

use serde::{Deserialize, Serialize};

/// What a module consists of, in the units of [`Caps`](crate::Caps).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// Size of the file in bytes.
    pub module: u64,
    /// Function types.
    pub types: u64,
    /// The most parameters of one type.
    pub parameters: u64,
    /// The most results of one type, or parameters of one block.
    pub results: u64,
    /// Functions that the module defines.
    pub functions: u64,
    /// The most locals of one function.
    pub locals: u64,
    /// Bytes of the largest function.
    pub body: u64,
    /// The deepest nesting of blocks.
    pub nesting: u64,
    /// Values that all branches, blocks and calls carry together.
    pub carried: u64,
    /// What compiling it costs, by the inspection's estimate: about so many microseconds of processor time, or fewer.
    pub compile_cost: u64,
    /// Globals.
    pub globals: u64,
    /// Tables.
    pub tables: u64,
    /// Entries of the largest table.
    pub table_entries: u64,
    /// Element segments.
    pub element_segments: u64,
    /// Data segments.
    pub data_segments: u64,
    /// Initial pages of the memory.
    pub memory_pages: u64,
    /// Exports.
    pub exports: u64,
    /// Imports in the module's order: module and name.
    pub imports: Vec<(String, String)>,
    /// Whether the module uses floating point, which is compiled with canonical NaN.
    pub floats: bool,
    /// Whether the module exports the optional `_initialize`.
    pub initialize: bool,
    /// Whether the module is a program: it exports `_start`, and plays by lines that it reads and prints.
    pub program: bool,
}
