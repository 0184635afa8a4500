//! The image of a module's first memory.

use wasmtime::Module;

/// Makes the image of a module's first memory, unless it exists. Instances share it until they write to it.
///
/// The image is a sealed file in memory. Linux refuses to seal a file (`EBUSY`) while the kernel itself holds one of
/// its pages, for example to move it. That passes, and no match should fail for it.
///
/// # Errors
/// If the host still cannot make it after 1.4 s.
pub(crate) fn prepare(module: &Module) -> wasmtime::Result<()> {
    // Only the text of the error tells why it was refused, so retry on every error.
    files::retry(|_| true, || module.initialize_copy_on_write_image())
}
