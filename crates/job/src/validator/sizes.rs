//! The sizes of a module's parts.

use serde::{Deserialize, Serialize};

/// The sizes of a module's parts, in the units of [`Caps`](crate::Caps).
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sizes {
    /// Size of the file in bytes.
    pub module: u64,
    /// Function types.
    pub types: u64,
    /// Maximum number of parameters of one type.
    pub parameters: u64,
    /// Maximum number of results of one type or parameters of one block.
    pub results: u64,
    /// Functions that the module defines.
    pub functions: u64,
    /// Maximum number of locals of one function.
    pub locals: u64,
    /// Bytes of the largest function.
    pub body: u64,
    /// Maximum nesting depth of blocks.
    pub nesting: u64,
    /// Values that all branches, blocks and calls carry together.
    pub carried: u64,
    /// Cost of compiling it by the inspection's estimate: at most about this many microseconds of processor time.
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
    /// `true` if the module uses floating point, which is compiled with canonical NaN.
    pub floats: bool,
    /// `true` if the module exports the optional `_initialize`.
    pub initialize: bool,
    /// `true` if the module is a program: it exports `_start`, and plays by reading and printing lines.
    pub program: bool,
    /// `true` if the module is the rules of a game: it exports `muster_game`, or has a section of this kind.
    #[serde(default)]
    pub rules: bool,
}
