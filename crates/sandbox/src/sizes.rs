//! What a module consists of.

use crate::Caps;

/// What a module consists of, in the units of [`Caps`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Bytes.
    pub module: u64,
    /// Function types.
    pub types: u64,
    /// The most parameters, or results, of one type.
    pub parameters: u64,
    /// Functions that the module defines.
    pub functions: u64,
    /// The most locals of one function.
    pub locals: u64,
    /// Bytes of the largest function.
    pub body: u64,
    /// The deepest nesting of blocks.
    pub nesting: u64,
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
    /// Whether there is floating point arithmetic, which is compiled with canonical NaN.
    pub floats: bool,
    /// Whether an optional `_initialize` is there.
    pub initialize: bool,
}

impl Sizes {
    /// Every size with its name and its cap, in the order of [`Caps`].
    pub fn against(&self, caps: &Caps) -> [(&'static str, u64, u64); 15] {
        [
            ("bytes", self.module, caps.module),
            ("types", self.types, caps.types),
            ("parameters or results of a type", self.parameters, caps.parameters),
            ("imports", self.imports.len() as u64, caps.imports),
            ("exports", self.exports, caps.exports),
            ("functions", self.functions, caps.functions),
            ("locals of a function", self.locals, caps.locals),
            ("bytes of a function", self.body, caps.body),
            ("blocks inside one another", self.nesting, caps.nesting),
            ("globals", self.globals, caps.globals),
            ("tables", self.tables, caps.tables),
            ("entries of a table", self.table_entries, caps.table_entries),
            ("element segments", self.element_segments, caps.element_segments),
            ("data segments", self.data_segments, caps.data_segments),
            ("initial pages of memory", self.memory_pages, caps.memory_pages),
        ]
    }
}
