//! Reading a zip archive within limits.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use memchr::memmem;
use thiserror::Error;
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::archives::desktop;
use crate::archives::sender::{EntryName, Form, Sender, entry_name, sender_of};

/// The signature of an entry in a zip archive's central directory.
const ENTRY: &[u8] = b"PK\x01\x02";

/// Limits on reading an archive.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of entries, including folders.
    pub entries: usize,
    /// Maximum number of bytes of one file.
    pub file: u64,
    /// Maximum number of bytes of all files together, including unpacked bytes of skipped files.
    pub total: u64,
}

impl Default for Limits {
    /// Allows a class with a few files per student: 20,000 entries, 32 MiB per file, 1 GiB in total.
    fn default() -> Limits {
        Limits { entries: 20_000, file: 32 << 20, total: 1 << 30 }
    }
}

/// The contents of an archive. Metadata files of desktops are in neither list.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// All senders named by entries, in the order of the archive, including senders without a readable file.
    pub senders: Vec<Sender>,
    /// The submitted files, in the order of the archive.
    pub files: Vec<HandIn>,
    /// The skipped entries.
    pub skipped: Vec<SkippedEntry>,
}

/// A submitted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandIn {
    /// The path in the archive.
    pub path: String,
    /// The sender.
    pub sender: Sender,
    /// `true` if Canvas marked it as late.
    pub late: bool,
    /// The form of the submission.
    pub form: Form,
    /// The file name. In Moodle, or from a submitted archive, it may include folders.
    pub file: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// A skipped entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedEntry {
    /// The path in the archive.
    pub path: String,
    /// The sender, if the file name gives one.
    pub sender: Option<Sender>,
    /// The reason.
    pub why: EntryRefusal,
}

/// The reason why an entry is skipped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryRefusal {
    /// The path is not one of a course system.
    #[error("its name does not identify the sender")]
    NoSender,
    /// The path is absolute or leads out of the archive.
    #[error("its path leads out of the archive")]
    Outside,
    /// The entry is a link.
    #[error("it is a link")]
    Link,
    /// The entry is encrypted.
    #[error("it is encrypted")]
    Encrypted,
    /// The entry is too large.
    #[error("it has more than {most} bytes")]
    TooLarge {
        /// Maximum number of bytes.
        most: u64,
    },
    /// The entry cannot be unpacked.
    #[error("it cannot be unpacked: {0}")]
    Damaged(String),
    /// The entry is an archive that may contain the bot and cannot be opened.
    #[error("it cannot be opened: {0}")]
    Unopened(ArchiveError),
    /// The entry is an archive without files.
    #[error("it is an archive without files")]
    Empty,
}

impl EntryRefusal {
    /// Returns the reason without details of the case.
    pub fn sort(&self) -> String {
        match self {
            EntryRefusal::TooLarge { .. } => "it is too large".to_owned(),
            EntryRefusal::Damaged(_) => "it cannot be unpacked".to_owned(),
            EntryRefusal::Unopened(_) => "it is an archive that cannot be opened".to_owned(),
            EntryRefusal::NoSender
            | EntryRefusal::Outside
            | EntryRefusal::Link
            | EntryRefusal::Encrypted
            | EntryRefusal::Empty => self.to_string(),
        }
    }
}

/// The reason why an archive is refused as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArchiveError {
    /// The file is not a zip archive, or is damaged.
    #[error("it is not a zip archive: {0}")]
    NotZip(String),
    /// The archive has too many entries.
    #[error("it has more than {most} entries")]
    TooManyEntries {
        /// Maximum number of entries.
        most: usize,
    },
    /// The directory has a duplicate name, so that one of the entries would be hidden.
    #[error("its directory lists a name twice, or is damaged")]
    Twice,
    /// The files are too large in total.
    #[error("its files have more than {most} bytes in total")]
    TooLarge {
        /// Maximum number of bytes.
        most: u64,
    },
}

/// Reads a zip archive.
///
/// # Errors
/// If the bytes are not a zip archive, or the archive as a whole exceeds the limits.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Contents, ArchiveError> {
    let mut contents = Contents::default();
    let mut left = limits.total;
    let named = |path: &str| match entry_name(path) {
        Some(EntryName { file, .. }) if desktop::is_left_by_one(file) => Ok(None),
        Some(EntryName { sender, late, form, file }) => Ok(Some((sender, late, form, file.to_owned()))),
        None if desktop::is_left_by_one(path) => Ok(None),
        None => Err(EntryRefusal::NoSender),
    };
    let (mut known, mut senders) = (BTreeSet::new(), Vec::new());
    let mut seen = |path: &str| {
        if let Some(sender) = sender_of(path).filter(|_| !leads_out(path))
            && known.insert(sender.clone())
        {
            senders.push(sender);
        }
    };
    each_entry(bytes, limits, &mut left, &mut seen, named, |path, entry| match entry {
        Ok(((sender, late, form, file), bytes)) => {
            contents.files.push(HandIn { path, sender, late, form, file, bytes });
        }
        Err(why) => {
            // Course systems never write a path that leads out of the archive.
            let sender = sender_of(&path).filter(|_| why != EntryRefusal::Outside);
            contents.skipped.push(SkippedEntry { path, sender, why });
        }
    })?;
    Ok(Contents { senders, ..contents })
}

/// Factor by which the apparent number of entries may exceed the limit: before an archive is opened, entries of
/// archives in it look like its own.
const SEEMING: usize = 10;

/// Unpacks the entries of an archive that `named` returns a name for, and passes each to `each` with its path. `left`
/// is the number of bytes that may still be unpacked. Folders and entries named `None` are skipped. `seen` is called
/// with every path.
pub(crate) fn each_entry<N>(
    bytes: &[u8],
    limits: &Limits,
    left: &mut u64,
    seen: &mut dyn FnMut(&str),
    named: impl Fn(&str) -> Result<Option<N>, EntryRefusal>,
    mut each: impl FnMut(String, Result<(N, Vec<u8>), EntryRefusal>),
) -> Result<(), ArchiveError> {
    // Checked before anything is allocated for the entries.
    if has_more_entries(bytes, limits.entries.saturating_mul(SEEMING)) {
        return Err(ArchiveError::TooManyEntries { most: limits.entries });
    }
    let mut archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|error| ArchiveError::NotZip(error.to_string()))?;
    if archive.len() > limits.entries {
        return Err(ArchiveError::TooManyEntries { most: limits.entries });
    }
    let directory = usize::try_from(archive.central_directory_start()).unwrap_or(usize::MAX);
    let listed = memmem::find_iter(bytes.get(directory..).unwrap_or_default(), ENTRY).count();
    if listed != archive.len() {
        return Err(ArchiveError::Twice);
    }
    for index in 0..archive.len() {
        let path = archive.name_for_index(index).unwrap_or_default().to_owned();
        seen(&path);
        if path.ends_with(['/', '\\']) {
            continue;
        }
        let mut unpacked = 0;
        let entry = archive.by_index(index).map_err(refused);
        let taken = entry.and_then(|entry| take(entry, &path, limits.file, &named, &mut unpacked));
        if let Some(taken) = taken.transpose() {
            each(path, taken);
        }
        // Skipped entries count, too, since unpacking takes time: entries may share their compressed bytes.
        *left = left.checked_sub(unpacked).ok_or(ArchiveError::TooLarge { most: limits.total })?;
    }
    Ok(())
}

/// Returns `true` if an archive may have more than `most` entries, without allocating anything for them.
pub(crate) fn has_more_entries(bytes: &[u8], most: usize) -> bool {
    memmem::find_iter(bytes, ENTRY).nth(most).is_some()
}

/// Unpacks an entry. `unpacked` is set to the number of unpacked bytes, also on failure.
fn take<N, R: Read>(
    entry: ZipFile<'_, R>,
    path: &str,
    most: u64,
    named: impl Fn(&str) -> Result<Option<N>, EntryRefusal>,
    unpacked: &mut u64,
) -> Result<Option<(N, Vec<u8>)>, EntryRefusal> {
    if leads_out(path) {
        return Err(EntryRefusal::Outside);
    }
    if entry.is_symlink() {
        return Err(EntryRefusal::Link);
    }
    let Some(name) = named(path)? else { return Ok(None) };
    // An entry that claims to be too large is believed, which costs nothing.
    if entry.size() > most {
        return Err(EntryRefusal::TooLarge { most });
    }
    let mut bytes = Vec::new();
    // No other claim about the size is trusted.
    let read = entry.take(most.saturating_add(1)).read_to_end(&mut bytes);
    *unpacked = bytes.len() as u64;
    read.map_err(|error| EntryRefusal::Damaged(error.to_string()))?;
    if *unpacked > most {
        return Err(EntryRefusal::TooLarge { most });
    }
    Ok(Some((name, bytes)))
}

fn refused(error: ZipError) -> EntryRefusal {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => EntryRefusal::Encrypted,
        error => EntryRefusal::Damaged(error.to_string()),
    }
}

/// Returns `true` if a path is absolute or leads out of its folder, on any system.
fn leads_out(path: &str) -> bool {
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    path.starts_with(['/', '\\'])
        || is_drive
        || path.contains('\0')
        || path.split(['/', '\\']).any(|part| part == "..")
}
