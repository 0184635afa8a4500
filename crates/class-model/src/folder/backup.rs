//! Backups: a class as one file.
//!
//! The file is a zip archive with uncompressed entries: a note that identifies it, `class.toml`, the record, the
//! hashes of the service's links and sessions, each submitted file by its hash, the opponents' files by their names
//! in the text, and all other files in the class's folder, such as tournaments, runs and the ladder.

mod backup_list;
mod first_failure;
mod restore;

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use files::TemporaryDir;
use ledger::database::{copy, refuse_link};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub use self::backup_list::has_student;
use self::first_failure::{Failure, FirstFailure};
use crate::{ClassError, ClassFolder, Facts, Hash, Record};

/// Name of the first entry, which identifies a backup.
const NOTE: &str = "muster-class-backup.txt";
const NOTE_TEXT: &str = "A Muster class. To restore it to a folder: muster class restore FILE DIR\n";
const TEXT: &str = "class.toml";
const RECORD: &str = "private/class.sqlite";
const ACCESS: &str = "private/service.sqlite";
/// Prefix of the names of opponents' files.
const BESIDE: &str = "beside/";
/// Prefix of the names of all other files in the class's folder.
const FOLDER: &str = "folder/";
/// Maximum size of a submitted file, in bytes.
const LONGEST: u64 = 1 << 30;
/// Maximum number of opponents' files in a backup.
const MOST_OPPONENTS: usize = 10_000;
/// Offset of the first entry's name in a zip archive.
const NAME_AT: usize = 30;

/// The contents of a backup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backup {
    /// The class's facts at the time of the backup.
    pub facts: Facts,
    /// Number of submitted files.
    pub files: usize,
    /// The opponents' files in the backup.
    pub opponents: Vec<String>,
    /// The omitted opponents' files, each with the reason.
    pub left: Vec<(String, String)>,
    /// Number of ladder cycles.
    pub cycles: usize,
    /// Number of runs in the class's `runs` folder.
    pub runs: usize,
    /// Number of other files in the class's folder.
    pub others: usize,
    /// The omitted files of the class's folder, each with the reason.
    pub others_left: Vec<(String, String)>,
    /// The places of the class's runs outside its folder, which are not in the backup.
    pub elsewhere: Vec<String>,
}

/// Returns `true` if a file with this beginning is a backup.
pub fn is_backup(beginning: &[u8]) -> bool {
    beginning.starts_with(b"PK\x03\x04")
        && beginning.get(NAME_AT..).is_some_and(|name| name.starts_with(NOTE.as_bytes()))
}

fn begins_as_backup(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING as u64).read_to_end(&mut beginning));
    read.is_ok() && is_backup(&beginning)
}

/// Number of bytes that [`is_backup`] needs.
pub const BEGINNING: usize = NAME_AT + NOTE.len();

impl ClassFolder {
    /// Writes a consistent snapshot of the class with these opponents' files. Submissions may arrive meanwhile.
    /// `path` is for messages.
    ///
    /// # Errors
    /// If something cannot be read or written, or a file is not the submitted one; [`ClassError::Busy`] if a student
    /// was forgotten meanwhile.
    pub fn back_up(
        &self,
        to: impl Write + Seek,
        path: &Path,
        opponents: &[&str],
    ) -> Result<Backup, ClassError> {
        let copies = TemporaryDir::create("muster-")
            .map_err(ClassError::file("create a directory in", std::env::temp_dir()))?;
        let record = copies.path().join("class.sqlite");
        // Copy the record first: the files that it names are already on the disk.
        let facts = Record::copy(self, &record)?;
        let (to, failure) = FirstFailure::new(to);
        let mut writing = Writing { writer: ZipWriter::new(to), failure, path };
        writing.entry(NOTE, &mut NOTE_TEXT.as_bytes())?;
        refuse_link(&self.text())?;
        writing.file(TEXT, &self.text())?;
        writing.file(RECORD, &record)?;
        if self.access().is_file() {
            let access = copies.path().join("service.sqlite");
            copy(&self.access(), &access)?;
            writing.file(ACCESS, &access)?;
        }
        let files = facts.files();
        for hash in &files {
            let bytes = self.read(hash, LONGEST).or_else(|error| Err(self.unread(hash, error)?))?;
            writing.entry(&ClassFolder::file_name(hash), &mut bytes.as_slice())?;
        }
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        for name in opponents {
            match self.read_beside(name) {
                Ok(bytes) => {
                    writing.entry(&format!("{BESIDE}{name}"), &mut bytes.as_slice())?;
                    taken.push((*name).to_owned());
                }
                Err(why) => left.push(((*name).to_owned(), why)),
            }
        }
        let mut backup = Backup { files: files.len(), opponents: taken, left, ..Backup::new(facts, self) };
        self.back_up_others(&mut writing, &mut backup, copies.path())?;
        let Writing { writer, failure, .. } = writing;
        let finished = writer.finish().map_err(io::Error::other);
        finished.and_then(|_| failure.check()).map_err(ClassError::file("write", path))?;
        Ok(backup)
    }

    /// Returns the reason why a file named by the record cannot be read: [`ClassError::Busy`] if it was removed with
    /// a student who was forgotten meanwhile, otherwise the error itself.
    fn unread(&self, hash: &Hash, error: ClassError) -> Result<ClassError, ClassError> {
        let is_named = Record::open_to_read(self)?.facts().files().contains(hash);
        Ok(if is_named { error } else { ClassError::Busy { doing: "back up the class" } })
    }

    /// Writes the other files of the folder. `copies` holds copies of ledgers that may be written to.
    fn back_up_others(
        &self,
        writing: &mut Writing<'_, impl Write + Seek>,
        backup: &mut Backup,
        copies: &Path,
    ) -> Result<(), ClassError> {
        let mut listed = self
            .inventory(writing.path, begins_as_backup)
            .map_err(ClassError::file("read the directory", self.root()))?;
        let opponents = backup.opponents.clone();
        let is_new = |name: &String| !opponents.contains(name);
        for name in listed.files.iter().filter(|name| is_new(name)) {
            match File::open(self.root().join(name)) {
                Ok(mut file) => {
                    writing.entry(&format!("{FOLDER}{name}"), &mut file)?;
                    backup.count(name);
                }
                // Another program has just removed it, or this user may not read it.
                Err(error) => listed.left.push((name.clone(), error.to_string())),
            }
        }
        let new = copies.join("ledger.sqlite");
        for name in &listed.ledgers {
            if let Err(error) = copy(&self.root().join(name), &new) {
                listed.left.push((name.clone(), error.to_string()));
                continue;
            }
            writing.file(&format!("{FOLDER}{name}"), &new)?;
            files::remove(&new).map_err(ClassError::file("remove", &new))?;
            backup.count(name);
        }
        backup.others_left = listed.left;
        Ok(())
    }

    /// Returns the bytes of a file that the text names, or the reason for omitting it.
    fn read_beside(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.beside(name).ok_or("it is outside the class's folder")?;
        let found = fs::metadata(&path).map_err(|error| error.to_string())?;
        if !found.is_file() || found.len() > LONGEST {
            return Err("it is not a bot file".to_owned());
        }
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}

impl Backup {
    /// Returns the contents of a backup that has only the facts so far.
    fn new(facts: Facts, folder: &ClassFolder) -> Backup {
        let root = fs::canonicalize(folder.root()).unwrap_or_else(|_| folder.root().to_owned());
        let places = facts.places().map(|(_, place)| place);
        let is_elsewhere = |place: &&str| !root.join(place).starts_with(&root);
        let elsewhere = places.filter(is_elsewhere).map(str::to_owned).collect();
        Backup { facts, elsewhere, ..Backup::default() }
    }

    /// Counts a file of the class's folder.
    fn count(&mut self, name: &str) {
        let is_run_of = |part: &str| name.starts_with(part) && name.ends_with("/private/ledger.sqlite");
        self.cycles += usize::from(is_run_of("ladder/"));
        self.runs += usize::from(is_run_of("runs/"));
        self.others += 1;
    }
}

/// A backup while it is written.
struct Writing<'a, W: Write + Seek> {
    writer: ZipWriter<FirstFailure<W>>,
    failure: Failure,
    path: &'a Path,
}

impl<W: Write + Seek> Writing<'_, W> {
    fn file(&mut self, name: &str, path: &Path) -> Result<(), ClassError> {
        let failed = || ClassError::file("read", path);
        if !fs::symlink_metadata(path).map_err(failed())?.is_file() {
            return Err(failed()(io::Error::other("it is not a regular file")));
        }
        let mut file = File::open(path).map_err(failed())?;
        self.entry(name, &mut file)
    }

    fn entry(&mut self, name: &str, from: &mut dyn Read) -> Result<(), ClassError> {
        // Uncompressed, so that restoring cannot unpack anything larger than the file.
        let options =
            SimpleFileOptions::DEFAULT.compression_method(CompressionMethod::Stored).large_file(true);
        self.writer
            .start_file(name, options)
            .map_err(io::Error::other)
            .and_then(|()| io::copy(from, &mut self.writer))
            .and_then(|_| self.failure.check())
            .map_err(ClassError::file("write", self.path))
    }
}
