//! Standard error, the only host call in use.

#[link(wasm_import_module = "wasi_snapshot_preview1")]
unsafe extern "C" {
    fn fd_write(file: i32, buffers: *const Buffer, count: i32, written: *mut u32) -> i32;
}

#[repr(C)]
struct Buffer {
    bytes: *const u8,
    length: u32,
}

/// Writes a line to standard error.
pub(crate) fn complain(message: &str) {
    let line = format!("{message}\n");
    let buffer = Buffer { bytes: line.as_ptr(), length: line.len() as u32 };
    let mut written = 0;
    // SAFETY: the buffer and the number live until the call returns.
    unsafe { fd_write(2, &raw const buffer, 1, &raw mut written) };
}
