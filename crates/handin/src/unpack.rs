//! The files of an archive, whoever made it.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::Limits;

/// The files of a zip archive within limits, by their paths in it; what is beyond them, is a link, is encrypted or is
/// damaged is left out. Nothing is written anywhere, so that a path leads nowhere.
///
/// `None` if it is not a zip archive, or has too many entries.
pub fn unpack(bytes: &[u8], limits: &Limits) -> Option<Vec<(String, Vec<u8>)>> {
    if crate::archive::has_more_entries(bytes, limits.entries) {
        return None;
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let (mut files, mut left) = (Vec::new(), limits.total);
    for index in 0..archive.len() {
        let Ok(entry) = archive.by_index(index) else { continue };
        if !entry.is_file() {
            continue;
        }
        let path = entry.name().to_owned();
        let most = limits.file.min(left);
        let mut bytes = Vec::new();
        // What the entry says of its size is not to be trusted.
        let read = entry.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let length = bytes.len() as u64;
        left = left.saturating_sub(length);
        if read.is_ok() && length <= most {
            files.push((path, bytes));
        }
    }
    Some(files)
}
