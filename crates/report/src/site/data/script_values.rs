//! Values as scripts.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use files::File;
use flate2::Compression;
use serde::Serialize;

use crate::ReportError;
use crate::site::gzip::gzip;
use crate::site::staging::with_file;

/// Writes a value as JSON.
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn write_value(folder: &Path, name: &str, value: &impl Serialize) -> Result<(), ReportError> {
    with_file(&script_file(folder, name), |out| {
        write!(out, "musterData(\"{name}\", ")?;
        serde_json::to_writer(&mut *out, value)?;
        out.write_all(b");\n")
    })
}

/// Writes the result of [`packed`].
///
/// # Errors
/// Fails if the file cannot be written.
pub(crate) fn write_packed(folder: &Path, name: &str, packed: &str) -> Result<(), ReportError> {
    let path = script_file(folder, name);
    let written = File::create_new(&path).and_then(|mut file| {
        // The long part is in one piece already, so no buffer is needed.
        file.write_all(format!("musterData(\"{name}\", \"").as_bytes())?;
        file.write_all(packed.as_bytes())?;
        file.write_all(b"\");\n")
    });
    written.map_err(ReportError::file("write", &path))
}

/// Returns bytes as they appear in a script: gzipped, in base64.
pub(crate) fn packed(bytes: &[u8], effort: Compression) -> String {
    viewer::base64(&gzip(bytes, effort))
}

/// Returns the packed text from a script that [`write_packed`] wrote.
pub(crate) fn packed_in<'a>(script: &'a str, name: &str) -> Option<&'a str> {
    script.strip_prefix(&format!("musterData(\"{name}\", \""))?.strip_suffix("\");\n")
}

/// Returns the JSON from a script that [`write_value`] wrote.
pub(crate) fn value_in<'a>(script: &'a str, name: &str) -> Option<&'a str> {
    script.strip_prefix(&format!("musterData(\"{name}\", "))?.strip_suffix(");\n")
}

/// Decodes the base64 of a script, whose bytes are still gzipped; `None` if it is invalid.
pub(crate) fn unpacked(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for four in digits.chunks(4) {
        let joined = four.iter().try_fold(0, |joined, digit| Some(joined << 6 | value_of(*digit)?))?;
        let [_, joined @ ..] = (joined << (6 * (4 - four.len()))).to_be_bytes();
        bytes.extend_from_slice(joined.get(..four.len() - 1)?);
    }
    Some(bytes)
}

/// Returns the value of a base64 digit.
fn value_of(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

/// Returns the path of a script with a name such as `m/00000`, below `data/`.
pub(crate) fn script_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for length in 0..9_u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(91)).collect();
            assert_eq!(unpacked(&viewer::base64(&bytes)), Some(bytes));
        }
        assert_eq!(unpacked("Zg=Q"), None);
        assert_eq!(unpacked("\u{e9}"), None);
    }
}
