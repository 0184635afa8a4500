//! The sizes of a module with their caps.

use sandbox::Caps;

use crate::workbench::CheckedModule;

/// Returns the name, the value and the cap of each size of a module.
pub fn sizes_and_caps(bot: &CheckedModule, caps: &Caps) -> [(&'static str, u64, u64); 18] {
    let sizes = &bot.ready.sizes;
    [
        ("module in bytes", sizes.module, caps.module),
        ("largest function in bytes", sizes.body, caps.body),
        ("functions", sizes.functions, caps.functions),
        ("function types", sizes.types, caps.types),
        ("parameters", sizes.parameters, caps.parameters),
        ("locals of a function", sizes.locals, caps.locals),
        ("nesting", sizes.nesting, caps.nesting),
        ("values carried by branches", sizes.carried, caps.carried),
        ("units of compiling cost", sizes.compile_cost, caps.compile_cost),
        ("globals", sizes.globals, caps.globals),
        ("tables", sizes.tables, caps.tables),
        ("table entries", sizes.table_entries, caps.table_entries),
        ("element segments", sizes.element_segments, caps.element_segments),
        ("data segments", sizes.data_segments, caps.data_segments),
        ("memory in pages", sizes.memory_pages, caps.memory_pages),
        ("imports", sizes.imports.len() as u64, caps.imports),
        ("exports", sizes.exports, caps.exports),
        ("machine code in bytes", bot.making.code, caps.code),
    ]
}
