//! The entries that the directory of a zip archive lists, each as often as it does.

use std::collections::BTreeSet;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

/// How an entry of the directory begins.
const SIGNATURE: [u8; 4] = *b"PK\x01\x02";
/// Bytes of an entry before its name, without the signature.
const HEAD: usize = 42;
/// Where the lengths of name, extra field and comment stand in these.
const LENGTHS: usize = 24;

/// A name that the directory lists twice: readers see only one of such entries, and not all the same one. `begin` is where
/// the directory begins, `len` how many entries a reader sees.
///
/// # Errors
/// When the directory cannot be read, or lists other entries than are seen.
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
        Err(io::Error::new(ErrorKind::InvalidData, "its directory lists other entries than it has"))
    }
}
