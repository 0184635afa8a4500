//! Strips the types from a TypeScript file. It has the interface of an interpreter: it receives a file and returns the
//! same file in JavaScript.

mod blob;
mod host;
mod strip;

use std::sync::Mutex;

/// The result of `muster_script_load` for an invalid file.
const REFUSED: u32 = 1;

/// The blob, between the two calls.
static BLOB: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates memory for the blob.
#[unsafe(no_mangle)]
extern "C" fn muster_script_room(length: u32) -> u32 {
    let mut blob = BLOB.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    *blob = vec![0; length as usize];
    blob.as_ptr() as u32
}

/// Strips the file in the blob. Returns the address of the result, which begins with its length.
#[unsafe(no_mangle)]
extern "C" fn muster_script_load() -> u32 {
    let bytes = std::mem::take(&mut *BLOB.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
    let stripped = match blob::read(&bytes) {
        Some((name, text)) => strip::strip(name, text),
        None => Err("the file was not handed over whole: report it".to_owned()),
    };
    match stripped {
        Ok(code) => {
            let text = [&(code.len() as u32).to_le_bytes(), code.as_bytes()].concat();
            text.leak().as_ptr() as u32
        }
        Err(message) => {
            host::complain(&message);
            REFUSED
        }
    }
}

/// Required of every module in the sandbox. The host never calls it here.
#[unsafe(no_mangle)]
extern "C" fn muster_buffer(_length: u32) -> u32 {
    0
}

/// See `muster_buffer`.
#[unsafe(no_mangle)]
extern "C" fn muster_choose(_length: u32) -> i64 {
    -1
}
