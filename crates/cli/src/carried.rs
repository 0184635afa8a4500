//! Files embedded in the program of a package: the compiled code of the interpreters, and the licences of the libraries.
//! A program built from a checkout has none.

use std::io::Read;

use lzma_rust2::XzReader;

/// The names and compressed contents of the files.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// Returns a file; `None` if the program does not have it, or if it is damaged.
pub(crate) fn file(name: &str) -> Option<Vec<u8>> {
    let (_, compressed) = FILES.iter().find(|(carried, _)| *carried == name)?;
    unpacked(name, compressed)
}

fn unpacked(name: &str, compressed: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    match XzReader::new(compressed, false).read_to_end(&mut content) {
        Ok(_) => Some(content),
        Err(error) => {
            tracing::warn!(name, %error, "a file embedded in this program is damaged: reinstall the package");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lzma_rust2::{XzOptions, XzWriter};

    use super::*;

    #[test]
    fn a_damaged_file_is_not_returned() {
        let content: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        let mut encoder = XzWriter::new(Vec::new(), XzOptions::with_preset(6)).unwrap();
        encoder.write_all(&content).unwrap();
        let compressed = encoder.finish().unwrap();
        assert_eq!(unpacked("whole", &compressed), Some(content));
        for at in [0, 20, compressed.len() / 2, compressed.len() - 6, compressed.len() - 1] {
            let mut changed = compressed.clone();
            changed[at] ^= 1;
            assert_eq!(unpacked("changed", &changed), None, "byte {at}");
            assert_eq!(unpacked("cut", &compressed[..at]), None, "cut at {at}");
        }
        assert_eq!(file("nothing"), None);
    }
}
