//! The image of a module's first memory.

use wasmtime::Module;

/// Makes the image of a module's first memory, which its instances share until they write to it, unless there is one.
///
/// It is a sealed file in memory, and Linux refuses to seal a file (`EBUSY`) while the kernel itself holds one of its
/// pages, to move it, for example. That passes, and no match should fail for it.
///
/// # Errors
/// When the host still cannot make it after 1.4 s.
pub(crate) fn prepare(module: &Module) -> wasmtime::Result<()> {
    // Why it was refused is in the text of the error alone.
    files::retry(|_| true, || module.initialize_copy_on_write_image())
}
