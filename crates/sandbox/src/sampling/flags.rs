//! The flags that an interpreter keeps between two checks of the clock: bytes at fixed addresses, read by the
//! function that checks it.
//!
//! One says whether the script was already notified in this call that its time runs out, another whether the script
//! has offered an action. In both cases the interpreter does not notify it again, unless the flags are reset to their
//! values at the start of the call.

use wasmparser::{Operator, Parser, Payload, TypeRef};

/// Returns the addresses of the bytes that a function of a module reads at fixed places; empty if it cannot be read.
pub(crate) fn flag_addresses(module: &[u8], function: u32) -> Vec<u32> {
    read(module, function).unwrap_or_default()
}

fn read(module: &[u8], function: u32) -> wasmparser::Result<Vec<u32>> {
    let (mut imported, mut defined) = (0, 0);
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                if imported + defined == function {
                    return bytes_read(&body);
                }
                defined += 1;
            }
            _ => {}
        }
    }
    Ok(Vec::new())
}

fn bytes_read(body: &wasmparser::FunctionBody<'_>) -> wasmparser::Result<Vec<u32>> {
    let mut addresses = Vec::new();
    let mut constant = None;
    for operator in body.get_operators_reader()? {
        let operator = operator?;
        if let (Operator::I32Load8U { memarg } | Operator::I32Load8S { memarg }, Some(base)) =
            (&operator, constant)
        {
            addresses.push((base as u32).wrapping_add(memarg.offset as u32));
        }
        constant = match operator {
            Operator::I32Const { value } => Some(value),
            _ => None,
        };
    }
    addresses.sort_unstable();
    addresses.dedup();
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_at_fixed_addresses_are_those_that_are_read_one_by_one() {
        let module = wat::parse_str(
            r#"(module (import "muster" "remaining" (func (result i64))) (memory 1)
                (func (drop (i32.load8_u offset=99 (i32.const 0))))
                (func (param i32)
                    (drop (i32.load8_u offset=7 (i32.const 16)))
                    (drop (i32.load8_s (i32.const 40)))
                    (drop (i32.load8_u offset=7 (i32.const 16)))
                    (drop (i32.load (i32.const 80)))
                    (drop (i32.load8_u (local.get 0)))))"#,
        );
        let module = module.expect("a module");
        assert_eq!(flag_addresses(&module, 2), [23, 40]);
        assert_eq!(flag_addresses(&module, 0), [0; 0]);
        assert_eq!(flag_addresses(b"\0asm", 2), [0; 0]);
    }
}
