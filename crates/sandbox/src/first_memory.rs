//! The image of a module's first memory.

use std::thread;
use std::time::Duration;

use wasmtime::Module;

/// Milliseconds to wait after each refusal: 1.4 s in all.
const PAUSES: [u64; 6] = [1, 4, 16, 64, 256, 1024];

/// Makes the image of a module's first memory, which its instances share until they write to it, unless there is one.
///
/// It is a sealed file in memory, and Linux refuses to seal a file (`EBUSY`) while the kernel itself holds one of its
/// pages, to move it, for example. That passes, and no match should fail for it.
///
/// # Errors
/// When the host still cannot make it after the last pause.
pub(crate) fn prepare(module: &Module) -> wasmtime::Result<()> {
    patiently(&PAUSES, || module.initialize_copy_on_write_image())
}

/// Tries once more after each pause, until an attempt succeeds.
fn patiently<T, E>(pauses: &[u64], mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    for pause in pauses {
        if let Ok(made) = attempt() {
            return Ok(made);
        }
        thread::sleep(Duration::from_millis(*pause));
    }
    attempt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_for_a_while_is_made_in_the_end() {
        let refusals = |number: u32| {
            let mut attempts = 0;
            let made = patiently(&[0; 2], || {
                attempts += 1;
                if attempts > number { Ok(attempts) } else { Err(attempts) }
            });
            (made, attempts)
        };
        assert_eq!(refusals(0), (Ok(1), 1));
        assert_eq!(refusals(2), (Ok(3), 3));
        assert_eq!(refusals(3), (Err(3), 3));
    }
}
