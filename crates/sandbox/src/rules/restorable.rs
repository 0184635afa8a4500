//! The modules whose instances can be restored after a call by their memory and globals alone.

use std::collections::BTreeSet;

use wasmparser::{ExternalKind, Operator, Parser, Payload};

/// Returns `true` if the calls of an admitted module change nothing but memory and globals that can be restored: all of
/// a split module, and exported ones of another. Compilers of C, Rust and Zig make such modules; their only global is
/// the stack pointer, which has to be exported (`__stack_pointer`). Interpreters are such modules, too.
pub(super) fn is_restorable(module: &[u8], is_split: bool) -> bool {
    changes_no_more(module, is_split).unwrap_or(false)
}

fn changes_no_more(module: &[u8], is_split: bool) -> wasmparser::Result<bool> {
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
                        Operator::GlobalSet { global_index }
                            if !is_split && !exported.contains(&global_index) =>
                        {
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
