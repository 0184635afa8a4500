//! The modules whose instances can be restored after a call by their memory and exported globals alone.

use std::collections::BTreeSet;

use wasmparser::{ExternalKind, Operator, Parser, Payload};

/// Maximum pages of 64 KiB of a memory that is restored. With more, a new instance costs less.
const MOST_PAGES: u64 = 3;

/// Returns `true` if calls change nothing but memory and exported globals of an admitted module, and the memory is
/// small. Compilers of C, Rust and Zig make such modules; their only global is the stack pointer, which has to be
/// exported (`__stack_pointer`).
pub(super) fn is_restorable(module: &[u8], memory_pages: u64) -> bool {
    memory_pages <= MOST_PAGES && changes_no_more(module).unwrap_or(false)
}

fn changes_no_more(module: &[u8]) -> wasmparser::Result<bool> {
    let mut exported = BTreeSet::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    if export.kind == ExternalKind::Global {
                        exported.insert(export.index);
                    }
                }
            }
            Payload::CodeSectionEntry(body) => {
                for operator in body.get_operators_reader()? {
                    match operator? {
                        Operator::GlobalSet { global_index } if !exported.contains(&global_index) => {
                            return Ok(false);
                        }
                        Operator::TableSet { .. }
                        | Operator::TableGrow { .. }
                        | Operator::TableFill { .. }
                        | Operator::TableCopy { .. }
                        | Operator::TableInit { .. }
                        | Operator::ElemDrop { .. }
                        | Operator::DataDrop { .. } => return Ok(false),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    Ok(true)
}
