//! A zip archive, read within limits.

use std::collections::BTreeSet;
use std::io::{Cursor, Read};

use memchr::memmem;
use thiserror::Error;
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use crate::desktop;
use crate::sender::{EntryName, Form, Sender, entry_name, sender_of};

/// What an entry of the directory of a zip archive begins with.
const ENTRY: &[u8] = b"PK\x01\x02";

/// How much of an archive is read.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Entries at most, folders included.
    pub entries: usize,
    /// Bytes of one file at most.
    pub file: u64,
    /// Bytes of all files together at most, with what is unpacked of those that are not taken.
    pub total: u64,
}

impl Default for Limits {
    /// Enough for a class, each with a few files: 20,000 entries, 32 MiB a file, 1 GiB in all.
    fn default() -> Limits {
        Limits { entries: 20_000, file: 32 << 20, total: 1 << 30 }
    }
}

/// The contents of an archive. Files that desktops leave beside others are in neither list.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// All senders named by entries, in the order of the archive, including senders without a readable file.
    pub senders: Vec<Sender>,
    /// The files that were handed in, in the order of the archive.
    pub files: Vec<HandIn>,
    /// The entries that are not taken.
    pub skipped: Vec<SkippedEntry>,
}

/// A file that was handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandIn {
    /// Its path in the archive.
    pub path: String,
    /// Who handed it in.
    pub sender: Sender,
    /// `true` if Canvas marked it as late.
    pub late: bool,
    /// How.
    pub form: Form,
    /// Its name; in Moodle, or from an archive that was handed in, perhaps with folders.
    pub file: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// An entry that is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedEntry {
    /// Its path in the archive.
    pub path: String,
    /// The sender, if the file name gives one.
    pub sender: Option<Sender>,
    /// Why.
    pub why: EntryRefusal,
}

/// Why an entry is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryRefusal {
    /// Its path is not one that a course system makes.
    #[error("its name does not say who handed it in")]
    NoSender,
    /// Its path is absolute or climbs out of the archive.
    #[error("its path leads out of the archive")]
    Outside,
    /// It is a link.
    #[error("it is a link")]
    Link,
    /// It is encrypted.
    #[error("it is encrypted")]
    Encrypted,
    /// It is too large.
    #[error("it has more than {most} bytes")]
    TooLarge {
        /// Bytes at most.
        most: u64,
    },
    /// It cannot be unpacked.
    #[error("it cannot be unpacked: {0}")]
    Damaged(String),
    /// It is an archive itself, in which the bot may be, and cannot be opened.
    #[error("it cannot be opened: {0}")]
    Unopened(ArchiveError),
    /// It is an archive itself, with no file in it.
    #[error("it is an archive with no file in it")]
    Empty,
}

impl EntryRefusal {
    /// The reason without what is of this case alone.
    pub fn sort(&self) -> &'static str {
        match self {
            EntryRefusal::NoSender => "its name does not say who handed it in",
            EntryRefusal::Outside => "its path leads out of the archive",
            EntryRefusal::Link => "it is a link",
            EntryRefusal::Encrypted => "it is encrypted",
            EntryRefusal::TooLarge { .. } => "it is too large",
            EntryRefusal::Damaged(_) => "it cannot be unpacked",
            EntryRefusal::Unopened(_) => "it is an archive that cannot be opened",
            EntryRefusal::Empty => "it is an archive with no file in it",
        }
    }
}

/// Why an archive is refused as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArchiveError {
    /// It is not a zip archive, or a damaged one.
    #[error("it is not a zip archive: {0}")]
    NotZip(String),
    /// It has too many entries.
    #[error("it has more than {most} entries")]
    TooManyEntries {
        /// Entries at most.
        most: usize,
    },
    /// Its directory has a name twice, of which only one would be seen.
    #[error("its directory has a name twice, or is damaged")]
    Twice,
    /// Its files are too large together.
    #[error("its files have more than {most} bytes together")]
    TooLarge {
        /// Bytes at most.
        most: u64,
    },
}

/// Reads a zip archive.
///
/// # Errors
/// When it is none, or is beyond the limits as a whole.
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
            // No course system writes a path that leads out of the archive.
            let sender = sender_of(&path).filter(|_| why != EntryRefusal::Outside);
            contents.skipped.push(SkippedEntry { path, sender, why });
        }
    })?;
    Ok(Contents { senders, ..contents })
}

/// How many times more entries than are read an archive may seem to have: those of archives that were handed in cannot be
/// told from its own before it is opened.
const SEEMING: usize = 10;

/// Unpacks the entries of an archive that `named` names, and hands each over with its path. `left` are the bytes that may
/// still be unpacked. Folders, and entries that are named `None`, are passed over; `seen` is called with their paths, too.
pub(crate) fn each_entry<N>(
    bytes: &[u8],
    limits: &Limits,
    left: &mut u64,
    seen: &mut dyn FnMut(&str),
    named: impl Fn(&str) -> Result<Option<N>, EntryRefusal>,
    mut each: impl FnMut(String, Result<(N, Vec<u8>), EntryRefusal>),
) -> Result<(), ArchiveError> {
    // Before anything is allocated for them.
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
        // What is not taken has cost its time, too: entries may share the bytes that they are unpacked from.
        *left = left.checked_sub(unpacked).ok_or(ArchiveError::TooLarge { most: limits.total })?;
    }
    Ok(())
}

/// Whether an archive may have more entries than so many, told before anything is allocated for them.
pub(crate) fn has_more_entries(bytes: &[u8], most: usize) -> bool {
    memmem::find_iter(bytes, ENTRY).nth(most).is_some()
}

/// Unpacks an entry; `unpacked` is how many bytes that took, also where it fails.
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
    // One that says that it is too large is believed, and costs nothing.
    if entry.size() > most {
        return Err(EntryRefusal::TooLarge { most });
    }
    let mut bytes = Vec::new();
    // Nothing else of what an entry says of its size is to be trusted.
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

/// Whether a path is absolute or climbs, on any system.
fn leads_out(path: &str) -> bool {
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    path.starts_with(['/', '\\'])
        || is_drive
        || path.contains('\0')
        || path.split(['/', '\\']).any(|part| part == "..")
}
