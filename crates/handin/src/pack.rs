//! Files as one archive.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

/// Packs files into a zip archive, each under its name. The same files give the same bytes: no time is written.
///
/// `None` if a name is there twice or is too long for an archive.
pub fn pack(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    packed(files).ok()
}

fn packed(files: &[(&str, &[u8])]) -> ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::DEFAULT)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
