//! Other systems: standard input, which the parent holds open, ends when the parent does.

use std::io::{self, Read};
use std::process;
use std::thread;

/// Ends this process when its parent is gone, after reading everything that the parent wrote.
///
/// # Errors
/// If the thread that watches standard input cannot be started.
pub(crate) fn die_with_parent(_parent: u32) -> io::Result<()> {
    let watch = || {
        while io::stdin().read(&mut [0]).is_ok_and(|count| count > 0) {}
        process::exit(1)
    };
    thread::Builder::new().name("parent".to_owned()).spawn(watch).map(drop)
}
