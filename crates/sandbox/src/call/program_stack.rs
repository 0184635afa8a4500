//! The stack that a program keeps in its own memory, which the engine does not know about.

use referee::{Failure, Fault, TrapKind};
use wasmtime::{Global, Store};

use crate::interface::MEMORY;
use crate::seat::SeatState;

/// The export that shows the current end of the program's stack.
const POINTER: &str = "__stack_pointer";

/// Number of addresses of a memory, which are 32 bits wide.
const ADDRESSES: u64 = 1 << 32;

/// Reports an access out of bounds as a stack overflow if the program's own stack has left the memory.
///
/// The stack of C, C++, Rust and Zig grows towards address 0. If it lies below everything else (`--stack-first`), the
/// pointer of a stack that is too deep is below 0, and an access there is out of bounds. Without the export the stack
/// is unknown, and the trap keeps its name. The same holds if a leaf function overflowed the stack, because compilers
/// do not write the pointer back there.
///
/// # Source
/// WebAssembly tool conventions, "Basic C ABI": the linear stack.
pub(crate) fn name_overflow(failure: Failure, store: &mut Store<SeatState>) -> Failure {
    if failure.fault != Fault::Trap(TrapKind::MemoryOutOfBounds) {
        return failure;
    }
    match overflow(store) {
        None => failure,
        Some(bytes) => Failure {
            fault: Fault::Trap(TrapKind::StackOverflow),
            detail: format!(
                "stack overflow (of the program's own stack): its pointer is {bytes} bytes below address 0"
            ),
            ..failure
        },
    }
}

/// Number of bytes that the instance's stack pointer is below address 0, if it is exported and below 0.
fn overflow(store: &mut Store<SeatState>) -> Option<u64> {
    let instance = store.data().instance?;
    let memory = instance.get_memory(&mut *store, MEMORY)?.data_size(&*store);
    let pointer: Global = instance.get_global(&mut *store, POINTER)?;
    below(pointer.get(store).i32()? as u32, memory as u64)
}

/// Number of bytes that a pointer is below address 0; `None` if it is not below 0.
fn below(pointer: u32, memory: u64) -> Option<u64> {
    let pointer = u64::from(pointer);
    // A stack above everything else starts where the memory ends.
    (pointer > memory).then(|| ADDRESSES - pointer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_past_the_memory_has_passed_address_0() {
        let cases = [
            (0, 65_536, None),
            (65_536, 65_536, None),
            (16, 65_536, None),
            (u32::MAX - 15, 65_536, Some(16)),
            (1 << 31, 1 << 31, None),
        ];
        for (pointer, memory, due) in cases {
            assert_eq!(below(pointer, memory), due, "{pointer} in {memory} bytes");
        }
    }
}
