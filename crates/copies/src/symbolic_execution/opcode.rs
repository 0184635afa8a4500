//! Operators as opcodes.

use wasmparser::{FunctionBody, Operator};

/// Returns the opcode at an offset: its byte, or a prefix with the number after it.
pub(super) fn opcode(body: &FunctionBody<'_>, at: usize) -> u32 {
    let bytes = body.as_bytes();
    let byte =
        |at: usize| at.checked_sub(body.range().start).and_then(|at| bytes.get(at)).copied().unwrap_or(0);
    match byte(at) {
        prefix @ 0xfb..=0xff => {
            // A number in LEB128. No operator needs a third byte.
            let low = byte(at + 1);
            let high = if low & 0x80 == 0 { 0 } else { byte(at + 2) };
            u32::from(prefix) << 16 | u32::from(high) << 8 | u32::from(low)
        }
        opcode => u32::from(opcode),
    }
}

/// Returns the static offset of a load or store.
pub(super) fn offset_of(operator: &Operator<'_>) -> u64 {
    use Operator as O;
    match operator {
        O::I32Load { memarg }
        | O::I64Load { memarg }
        | O::I32Load8S { memarg }
        | O::I32Load8U { memarg }
        | O::I32Load16S { memarg }
        | O::I32Load16U { memarg }
        | O::I64Load8S { memarg }
        | O::I64Load8U { memarg }
        | O::I64Load16S { memarg }
        | O::I64Load16U { memarg }
        | O::I64Load32S { memarg }
        | O::I64Load32U { memarg }
        | O::F32Load { memarg }
        | O::F64Load { memarg }
        | O::I32Store { memarg }
        | O::I64Store { memarg }
        | O::I32Store8 { memarg }
        | O::I32Store16 { memarg }
        | O::I64Store8 { memarg }
        | O::I64Store16 { memarg }
        | O::I64Store32 { memarg }
        | O::F32Store { memarg }
        | O::F64Store { memarg } => memarg.offset,
        _ => 0,
    }
}
