//! The bot's memory, and the spans in it that host calls point to.

use referee::Fault;
use wasmtime::{Caller, Extern, Memory, Result};

use crate::interface::MEMORY;
use crate::seat::{SeatState, Stop};

/// Returns the bot's memory. Its handle is kept once the instance has started; a start function runs before that.
pub(crate) fn memory(caller: &mut Caller<'_, SeatState>) -> Result<Memory> {
    if let Some(memory) = caller.data().memory {
        return Ok(memory);
    }
    match caller.get_export(MEMORY) {
        Some(Extern::Memory(memory)) => Ok(memory),
        _ => Err(Stop::new(Fault::BadPointer, "the bot has no memory").into()),
    }
}

/// Returns the bytes that a bot points to.
pub(crate) fn span(bytes: &mut [u8], pointer: u32, length: u64) -> Result<&mut [u8]> {
    let size = bytes.len();
    usize::try_from(length)
        .ok()
        .and_then(|length| (pointer as usize).checked_add(length))
        .and_then(|end| bytes.get_mut(pointer as usize..end))
        .ok_or_else(|| {
            let detail = format!("{length} bytes at address {pointer}, in a memory of {size} bytes");
            Stop::new(Fault::BadPointer, detail).into()
        })
}

/// Returns the address and length of one buffer of a read or write.
pub(crate) fn buffer(caller: &mut Caller<'_, SeatState>, buffers: u32, index: u32) -> Result<(u32, u32)> {
    const ENTRY: u32 = 8;
    let memory = memory(caller)?;
    let at = buffers
        .checked_add(index * ENTRY)
        .ok_or_else(|| Stop::new(Fault::BadPointer, format!("a list of buffers at address {buffers}")))?;
    let entry = span(memory.data_mut(caller), at, ENTRY.into())?;
    let word =
        |from: usize| u32::from_le_bytes([entry[from], entry[from + 1], entry[from + 2], entry[from + 3]]);
    Ok((word(0), word(4)))
}
