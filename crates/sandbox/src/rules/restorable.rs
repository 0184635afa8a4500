//! The modules whose instances can be restored after a call by their memory and globals alone.

use std::collections::BTreeSet;
use std::ops::Range;

use wasmparser::{Data, DataKind, ExternalKind, Operator, Parser, Payload};

/// Returns `true` if the calls of an admitted module change nothing but memory and globals that can be restored: all of
/// a split module, and exported ones of another. Compilers of C, Rust and Zig make such modules; their only global is
/// the stack pointer, which has to be exported (`__stack_pointer`). Interpreters are such modules, too.
pub(super) fn is_restorable(module: &[u8], is_split: bool) -> bool {
    changes_no_more(module, is_split).unwrap_or(false)
}

/// Returns the range that a module's data segments fill in a memory of `size` bytes. All other bytes are zero.
pub(super) fn filled(module: &[u8], size: usize) -> Range<usize> {
    let mut filled: Option<Range<usize>> = None;
    for payload in Parser::new(0).parse_all(module).map_while(Result::ok) {
        let Payload::DataSection(segments) = payload else { continue };
        for segment in segments {
            // A passive segment may be copied to any place.
            let Some(place) = segment.ok().and_then(|segment| place(&segment)) else { return 0..size };
            filled = Some(filled.map_or_else(
                || place.clone(),
                |filled| filled.start.min(place.start)..filled.end.max(place.end),
            ));
        }
    }
    let filled = filled.unwrap_or(0..0);
    filled.start.min(size)..filled.end.min(size)
}

/// Returns the place of an active segment whose offset is a constant.
fn place(segment: &Data<'_>) -> Option<Range<usize>> {
    let DataKind::Active { offset_expr, .. } = &segment.kind else { return None };
    let Ok(Operator::I32Const { value }) = offset_expr.get_operators_reader().read() else { return None };
    let start = value as u32 as usize;
    Some(start..start + segment.data.len())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_fills_memory_from_its_first_segment_to_the_end_of_its_last() {
        for (segments, due) in [
            ("", 0..0),
            (r#"(data (i32.const 70000) "abc") (data (i32.const 9) "a")"#, 9..70_003),
            (r#"(data (i32.const 9) "a") (data "passive")"#, 0..131_072),
            (r#"(import "m" "g" (global $g i32)) (data (global.get $g) "a")"#, 0..131_072),
        ] {
            let module = wat::parse_str(format!("(module {segments} (memory 2))")).expect("a module");
            assert_eq!(filled(&module, 131_072), due, "{segments}");
        }
    }
}
