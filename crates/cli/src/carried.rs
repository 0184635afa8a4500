//! Files that a package carries within the program: the compiled code of the interpreters, and the licences of the
//! libraries. A program that was built from a checkout carries none.

use std::io::Read;

use flate2::read::GzDecoder;

/// The names and compressed contents of the files.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// Returns a file; `None` if the program does not carry it, or if it is damaged.
pub(crate) fn file(name: &str) -> Option<Vec<u8>> {
    let (_, compressed) = FILES.iter().find(|(carried, _)| *carried == name)?;
    let mut content = Vec::new();
    match GzDecoder::new(*compressed).read_to_end(&mut content) {
        Ok(_) => Some(content),
        Err(error) => {
            tracing::warn!(name, %error, "a file of this program is damaged: install the package again");
            None
        }
    }
}
