//! Unpacking archives of any origin.

use std::io::{Cursor, Read};

use thiserror::Error;
use zip::ZipArchive;

use crate::archives::archive::{ArchiveError, EntryRefusal, each_entry};
use crate::archives::{Limits, desktop};

/// The reason why an archive cannot be unpacked completely.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnpackError {
    /// The archive is refused as a whole.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// An entry is refused.
    #[error("its entry {path:?}: {why}")]
    Entry {
        /// The entry's path.
        path: String,
        /// The reason.
        why: EntryRefusal,
    },
}

/// Unpacks all files of a zip archive made by hand, by path, without metadata files of desktops.
///
/// # Errors
/// If it is not a zip archive, or an entry cannot be read, leads out of the archive or exceeds the limits.
pub fn unpack_all(bytes: &[u8], limits: &Limits) -> Result<Vec<(String, Vec<u8>)>, UnpackError> {
    let (mut files, mut refused) = (Vec::new(), None);
    let mut left = limits.total;
    let named = |path: &str| Ok((!desktop::is_left_by_one(path)).then(|| path.replace('\\', "/")));
    each_entry(bytes, limits, &mut left, &mut |_| (), named, |path, entry| match entry {
        Ok(file) => files.push(file),
        Err(why) => drop(refused.get_or_insert(UnpackError::Entry { path, why })),
    })?;
    refused.map_or(Ok(files), Err)
}

/// Unpacks the files of a zip archive within limits, by path. Files beyond the limits, links, and encrypted or damaged
/// files are left out. It writes nothing to disk, so paths are harmless.
///
/// `None` if it is not a zip archive or has too many entries.
pub fn unpack(bytes: &[u8], limits: &Limits) -> Option<Vec<(String, Vec<u8>)>> {
    if crate::archives::archive::has_more_entries(bytes, limits.entries) {
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
        // The entry's claim about its size is not trusted.
        let read = entry.take(most.saturating_add(1)).read_to_end(&mut bytes);
        let length = bytes.len() as u64;
        left = left.saturating_sub(length);
        if read.is_ok() && length <= most {
            files.push((path, bytes));
        }
    }
    Some(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archives::pack;

    #[test]
    fn all_of_an_archive_or_the_entry_that_is_in_the_way() {
        let limits = Limits { entries: 10, file: 100, total: 150 };
        let files = |names: &[(&str, usize)]| {
            let bytes = vec![7; 1000];
            pack(&names.iter().map(|(name, length)| (*name, &bytes[..*length])).collect::<Vec<_>>()).unwrap()
        };
        let all =
            unpack_all(&files(&[("bot.js", 3), ("lib/a.js", 5), ("__MACOSX/._bot.js", 9)]), &limits).unwrap();
        assert_eq!(all, [("bot.js".to_owned(), vec![7; 3]), ("lib/a.js".to_owned(), vec![7; 5])]);
        let error = |names: &[(&str, usize)]| unpack_all(&files(names), &limits).unwrap_err().to_string();
        assert_eq!(error(&[("a.js", 1), ("b.js", 101)]), "its entry \"b.js\": it has more than 100 bytes");
        assert_eq!(error(&[("../b.js", 1)]), "its entry \"../b.js\": its path leads out of the archive");
        assert_eq!(error(&[("a", 90), ("b", 90)]), "its files have more than 150 bytes in total");
        assert!(unpack_all(b"nothing", &limits).is_err());
    }
}
