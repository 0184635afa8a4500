//! The entries in the central directory of a zip archive, duplicates included.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// Signature of a directory entry.
const SIGNATURE: [u8; 4] = *b"PK\x01\x02";
/// Number of bytes between an entry's signature and its name.
const HEAD: usize = 42;
/// Offset of the lengths of name, extra field and comment in these bytes.
const LENGTHS: usize = 24;

/// Returns a name that the directory lists twice; `None` if there is none. Readers see only one of the two entries,
/// and differ on which. `begin` is the directory's offset, `len` the number of entries that a reader sees.
///
/// # Errors
/// If the directory cannot be read, or lists other entries than the reader sees.
pub(crate) fn twice(from: &mut (impl Read + Seek), begin: u64, len: usize) -> io::Result<Option<String>> {
    from.seek(SeekFrom::Start(begin))?;
    let mut names = BTreeSet::new();
    loop {
        let mut signature = [0; SIGNATURE.len()];
        if from.read_exact(&mut signature).is_err() || signature != SIGNATURE {
            break;
        }
        let mut head = [0; HEAD];
        from.read_exact(&mut head)?;
        let length = |at: usize| u16::from_le_bytes([head[LENGTHS + at], head[LENGTHS + at + 1]]);
        let mut name = vec![0; usize::from(length(0))];
        from.read_exact(&mut name)?;
        from.seek(SeekFrom::Current(i64::from(length(2)) + i64::from(length(4))))?;
        let shown = String::from_utf8_lossy(&name).into_owned();
        if !names.insert(name) {
            return Ok(Some(shown));
        }
    }
    if names.len() == len {
        Ok(None)
    } else {
        Err(io::Error::new(ErrorKind::InvalidData, "its directory does not match its entries"))
    }
}
