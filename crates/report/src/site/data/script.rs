//! Values as scripts.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use files::File;
use flate2::Compression;
use serde::Serialize;

use crate::ReportError;
use crate::site::gzip::gzip;
use crate::site::place::with_file;

/// Writes a value as JSON.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_value(folder: &Path, name: &str, value: &impl Serialize) -> Result<(), ReportError> {
    with_file(&script_file(folder, name), |out| {
        write!(out, "musterData(\"{name}\", ")?;
        serde_json::to_writer(&mut *out, value)?;
        out.write_all(b");\n")
    })
}

/// Writes what [`packed`] made.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_packed(folder: &Path, name: &str, packed: &str) -> Result<(), ReportError> {
    let path = script_file(folder, name);
    let written = File::create_new(&path).and_then(|mut file| {
        // What is long is one piece already.
        file.write_all(format!("musterData(\"{name}\", \"").as_bytes())?;
        file.write_all(packed.as_bytes())?;
        file.write_all(b"\");\n")
    });
    written.map_err(ReportError::file("write", &path))
}

/// Bytes as they stand in a script: gzipped, in base64.
pub(crate) fn packed(bytes: &[u8], effort: Compression) -> String {
    viewer::base64(&gzip(bytes, effort))
}

/// What [`write_packed`] wrote, from the file's text.
pub(crate) fn packed_in<'a>(script: &'a str, name: &str) -> Option<&'a str> {
    script.strip_prefix(&format!("musterData(\"{name}\", \""))?.strip_suffix("\");\n")
}

/// The file of a name such as `m/00000`, below `data/`.
pub(crate) fn script_file(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.js"))
}
