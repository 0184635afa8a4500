//! Strips the types from a file of TypeScript. An interpreter as Muster sees it: it is handed a file, and answers with a
//! text, the same file in JavaScript.

mod blob;
mod host;
mod strip;

use std::sync::Mutex;

/// What `muster_script_load` returns when there is something wrong with the file.
const REFUSED: u32 = 1;

/// The blob, between the two calls.
static BLOB: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Memory for the blob.
#[unsafe(no_mangle)]
extern "C" fn muster_script_room(length: u32) -> u32 {
    let mut blob = BLOB.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    *blob = vec![0; length as usize];
    blob.as_ptr() as u32
}

/// Strips the file in the blob; returns the address of the result, with its length in front.
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

/// Every module in the sandbox exports this; nobody asks this one.
#[unsafe(no_mangle)]
extern "C" fn muster_buffer(_length: u32) -> u32 {
    0
}

/// The same.
#[unsafe(no_mangle)]
extern "C" fn muster_choose(_length: u32) -> i64 {
    -1
}
