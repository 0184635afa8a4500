//! Maximum sizes of a module's parts, checked before it is validated. The cap on machine code is checked before the
//! code is kept.

use serde::{Deserialize, Serialize};

/// Upper bounds on a module's structure. The defaults are several times what real bots need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Caps {
    /// Size of the file in bytes.
    pub module: u64,
    /// Function types.
    pub types: u64,
    /// Parameters of one function type.
    pub parameters: u64,
    /// Results of one function type, and parameters of one block: the most values that a single operator can move.
    pub results: u64,
    /// Imports.
    pub imports: u64,
    /// Exports.
    pub exports: u64,
    /// Functions that the module defines.
    pub functions: u64,
    /// Locals of one function, without its parameters.
    pub locals: u64,
    /// Bytes of one function's code.
    pub body: u64,
    /// Nesting depth of blocks, loops and ifs.
    pub nesting: u64,
    /// Values that all branches, blocks and calls carry together: the cost of validation that does not depend on the
    /// size in bytes.
    pub carried: u64,
    /// Units of compile cost by the inspection's estimate, equal on every machine. A unit is about a microsecond of
    /// processor time, or less.
    pub compile_cost: u64,
    /// Globals.
    pub globals: u64,
    /// Tables.
    pub tables: u64,
    /// Entries of one table.
    pub table_entries: u64,
    /// Element segments.
    pub element_segments: u64,
    /// Data segments.
    pub data_segments: u64,
    /// Initial size of the memory in pages of 64 KiB.
    pub memory_pages: u64,
    /// Bytes of machine code, including its tables.
    pub code: u64,
}

impl Caps {
    /// For compiled languages: C, C++, Rust, Zig, AssemblyScript, Go.
    pub const fn standard() -> Caps {
        Caps {
            module: 4 << 20,
            types: 2_000,
            parameters: 100,
            results: 16,
            imports: 100,
            exports: 1_000,
            functions: 10_000,
            locals: 256,
            body: 64 << 10,
            nesting: 1_000,
            carried: 16_000_000,
            compile_cost: 30_000_000,
            globals: 1_000,
            tables: 4,
            table_entries: 20_000,
            element_segments: 1_000,
            data_segments: 1_000,
            memory_pages: 1_024,
            code: 32 << 20,
        }
    }

    /// For modules that contain the interpreter of a scripting language, if the tournament admits them.
    pub const fn script() -> Caps {
        Caps {
            module: 32 << 20,
            types: 5_000,
            functions: 40_000,
            exports: 5_000,
            locals: 400,
            body: 256 << 10,
            nesting: 4_000,
            carried: 64_000_000,
            compile_cost: 150_000_000,
            globals: 5_000,
            data_segments: 100_000,
            element_segments: 5_000,
            memory_pages: 4_096,
            code: 128 << 20,
            ..Caps::standard()
        }
    }
}

impl Default for Caps {
    /// [`Caps::standard`].
    fn default() -> Caps {
        Caps::standard()
    }
}
