//! A class as one file, and a class from it.
//!
//! The file is a zip archive whose entries are stored as they are: a note that says what it is, `class.toml`, the record,
//! personal links and sessions of the service as their hashes, each file by its hash, the opponents' files by the names that the text has for them, and whatever else is in the
//! class's folder: tournaments, runs, the ladder.

mod first_failure;
mod noted;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use files::TemporaryDir;
use ledger::database::{copy, refuse_link};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use self::first_failure::{Failure, FirstFailure};
pub use self::noted::has_student;
use super::entries;
use super::inventory::is_private;
use crate::{Access, ClassError, ClassFolder, Facts, Hash, Record};

/// The first entry, by which a backup is known.
const NOTE: &str = "muster-class-backup.txt";
const NOTE_TEXT: &str = "A class of Muster. To have it in a folder again: muster class restore FILE DIR\n";
const TEXT: &str = "class.toml";
const RECORD: &str = "private/class.sqlite";
const ACCESS: &str = "private/service.sqlite";
/// Before the names of opponents' files.
const BESIDE: &str = "beside/";
/// Before the names of everything else in the class's folder.
const FOLDER: &str = "folder/";
/// Bytes of a file that was handed in, at most.
const LONGEST: u64 = 1 << 30;
/// Opponents' files of a backup.
const MOST_OPPONENTS: usize = 10_000;
/// Where the name of the first entry of a zip archive begins.
const NAME_AT: usize = 30;

/// What is in a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Everything that had happened.
    pub facts: Facts,
    /// How many files are in it.
    pub files: usize,
    /// The opponents' files that are in it.
    pub opponents: Vec<String>,
    /// The opponents' files that are not, and why.
    pub left: Vec<(String, String)>,
    /// Cycles of the ladder that are in it.
    pub cycles: usize,
    /// Runs in the class's part for them that are in it.
    pub runs: usize,
    /// How many further files of the class's folder are in it.
    pub others: usize,
    /// What is in the class's folder and not in it, and why.
    pub others_left: Vec<(String, String)>,
    /// Where runs of the class are that are not in it, as far as the class knows.
    pub elsewhere: Vec<String>,
}

/// Whether a file that begins like this is a backup.
pub fn is_backup(beginning: &[u8]) -> bool {
    beginning.starts_with(b"PK\x03\x04")
        && beginning.get(NAME_AT..).is_some_and(|name| name.starts_with(NOTE.as_bytes()))
}

fn begins_as_backup(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(path).and_then(|file| file.take(BEGINNING as u64).read_to_end(&mut beginning));
    read.is_ok() && is_backup(&beginning)
}

/// How many bytes [`is_backup`] needs.
pub const BEGINNING: usize = NAME_AT + NOTE.len();

impl ClassFolder {
    /// Writes the class as it is at one moment, also while something is handed in, with these opponents' files. `path` is
    /// for messages.
    ///
    /// # Errors
    /// When something cannot be read or written, or a file is not what was handed in; [`ClassError::Busy`] when a student was
    /// forgotten meanwhile.
    pub fn back_up(
        &self,
        to: impl Write + Seek,
        path: &Path,
        opponents: &[&str],
    ) -> Result<Backup, ClassError> {
        let copies = TemporaryDir::create("muster-")
            .map_err(ClassError::file("create a directory in", std::env::temp_dir()))?;
        let record = copies.path().join("class.sqlite");
        // First the record: what it names was on the disk before.
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
        let mut backup = Backup { files: files.len(), opponents: taken, left, ..Backup::of(facts, self) };
        self.back_up_others(&mut writing, &mut backup, copies.path())?;
        let Writing { writer, failure, .. } = writing;
        let finished = writer.finish().map_err(io::Error::other);
        finished.and_then(|_| failure.check()).map_err(ClassError::file("write", path))?;
        Ok(backup)
    }

    /// Why a file that the record named cannot be read: [`ClassError::Busy`] if it went with a student who was forgotten
    /// meanwhile, and otherwise the error itself.
    fn unread(&self, hash: &Hash, error: ClassError) -> Result<ClassError, ClassError> {
        let is_named = Record::open_to_read(self)?.facts().files().contains(hash);
        Ok(if is_named { error } else { ClassError::Busy { doing: "back up the class" } })
    }

    /// Writes what is in the folder besides the class itself. `copies` is for copies of ledgers that may be written to.
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
                // Something that another program has just removed, or that is not for this user.
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

    /// Makes a class of a backup, in a folder that does not exist or is empty. However the program ends, it is there as a
    /// whole or not at all. `path` is for messages.
    ///
    /// # Errors
    /// When the folder is in use, the file is not a backup or is damaged, or something cannot be written.
    pub fn restore(&self, from: impl Read + Seek, path: &Path) -> Result<Backup, ClassError> {
        self.refuse_used()?;
        let above = match self.root().parent() {
            Some(above) if !above.as_os_str().is_empty() => above.to_owned(),
            _ => PathBuf::from("."),
        };
        let new = TemporaryDir::create_in(&above, ".muster-restore-")
            .map_err(ClassError::file("create a directory in", &above))?;
        let restored =
            Restoring { new: &new, path, files: BTreeSet::new(), opponents: Vec::new(), others: Vec::new() }
                .all(from)?;
        let failed = ClassError::file("create", self.root());
        new.persist(self.root()).and_then(|()| files::sync_dir(&above)).map_err(failed)?;
        Ok(restored)
    }

    /// The bytes of a file that the text names, or why it is not taken.
    fn read_beside(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.beside(name).ok_or("it is not within the class's folder")?;
        let found = fs::metadata(&path).map_err(|error| error.to_string())?;
        if !found.is_file() || found.len() > LONGEST {
            return Err("it is not a bot's file".to_owned());
        }
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
            .map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    fn refuse_used(&self) -> Result<(), ClassError> {
        let is_free = match fs::symlink_metadata(self.root()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(ClassError::file("read", self.root())(error)),
            Ok(found) => {
                found.is_dir() && fs::read_dir(self.root()).is_ok_and(|mut all| all.next().is_none())
            }
        };
        if is_free { Ok(()) } else { Err(ClassError::InUse { path: self.root().to_owned() }) }
    }
}

impl Backup {
    /// Of a class with nothing else yet.
    fn of(facts: Facts, folder: &ClassFolder) -> Backup {
        let root = fs::canonicalize(folder.root()).unwrap_or_else(|_| folder.root().to_owned());
        let places = facts.places().map(|(_, place)| place);
        let is_elsewhere = |place: &&str| !root.join(place).starts_with(&root);
        let elsewhere = places.filter(is_elsewhere).map(str::to_owned).collect();
        Backup {
            facts,
            files: 0,
            opponents: Vec::new(),
            left: Vec::new(),
            cycles: 0,
            runs: 0,
            others: 0,
            others_left: Vec::new(),
            elsewhere,
        }
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
        // Stored, so that whoever restores it unpacks nothing larger than the file.
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

/// A backup while it becomes a folder.
struct Restoring<'a> {
    new: &'a TemporaryDir,
    path: &'a Path,
    files: BTreeSet<Hash>,
    /// The opponents' files.
    opponents: Vec<String>,
    /// Everything else in the folder.
    others: Vec<String>,
}

impl Restoring<'_> {
    fn all(mut self, mut from: impl Read + Seek) -> Result<Backup, ClassError> {
        let folder = ClassFolder::at(self.new.path());
        folder.create()?;
        self.refuse_twice(&mut from)?;
        let mut archive = ZipArchive::new(from).map_err(|error| self.no_backup(error.to_string()))?;
        if archive.name_for_index(0) != Some(NOTE) {
            return Err(self.no_backup("its first entry is not that of a backup"));
        }
        for index in 1..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| self.no_backup(error.to_string()))?;
            let name = entry.name().to_owned();
            if entry.compression() != CompressionMethod::Stored || entry.is_symlink() {
                return Err(self.no_backup(format!("its entry \"{name}\" is not stored as it is")));
            }
            self.entry(&folder, &name, &mut entry)?;
        }
        self.check(&folder)
    }

    /// Refuses an archive with two entries of one name: which of them is restored would be anybody's guess.
    fn refuse_twice(&self, from: &mut (impl Read + Seek)) -> Result<(), ClassError> {
        let archive = ZipArchive::new(&mut *from).map_err(|error| self.no_backup(error.to_string()))?;
        let (begin, len) = (archive.central_directory_start(), archive.len());
        match entries::twice(from, begin, len) {
            Ok(None) => Ok(()),
            Ok(Some(name)) => Err(self.no_backup(format!("it has two entries \"{name}\""))),
            Err(error) => Err(self.no_backup(error.to_string())),
        }
    }

    fn entry(&mut self, folder: &ClassFolder, name: &str, from: &mut dyn Read) -> Result<(), ClassError> {
        match name {
            TEXT => self.write(&folder.text(), from, false).map(|_| ()),
            RECORD => self.write(&folder.record(), from, true).map(|_| ()),
            ACCESS => self.write(&folder.access(), from, true).map(|_| ()),
            name if name.starts_with(BESIDE) => self.opponent(folder, name, from),
            name if name.starts_with(FOLDER) => self.other(folder, name, from),
            name => {
                let hash = name.rsplit('/').next().and_then(|hash| hash.parse::<Hash>().ok());
                let hash = hash.filter(|hash| ClassFolder::file_name(hash) == name);
                let hash = hash.ok_or_else(|| self.no_backup(format!("it has an entry \"{name}\"")))?;
                let path = folder.file(&hash);
                let above = path.parent().unwrap_or(&path);
                files::create_dir_unless_there(above)
                    .map_err(ClassError::file("create the directory", above))?;
                if self.write(&path, from, true)? != hash {
                    return Err(self.no_backup(format!("its entry \"{name}\" is damaged")));
                }
                self.files.insert(hash);
                Ok(())
            }
        }
    }

    /// Writes an opponent's file where the text names it.
    fn opponent(&mut self, folder: &ClassFolder, entry: &str, from: &mut dyn Read) -> Result<(), ClassError> {
        let name = entry.strip_prefix(BESIDE).unwrap_or(entry);
        let refused = || self.no_backup(format!("it has an entry \"{entry}\""));
        let path = folder.beside(name).ok_or_else(refused)?;
        if self.opponents.len() >= MOST_OPPONENTS || fs::symlink_metadata(&path).is_ok() {
            return Err(refused());
        }
        let above = path.parent().unwrap_or(&path);
        files::create_dir_all(above).map_err(ClassError::file("create the directory", above))?;
        self.write(&path, from, false)?;
        self.opponents.push(name.to_owned());
        Ok(())
    }

    /// Writes what else was in the folder where it was.
    fn other(&mut self, folder: &ClassFolder, entry: &str, from: &mut dyn Read) -> Result<(), ClassError> {
        let name = entry.strip_prefix(FOLDER).unwrap_or(entry);
        let refused = || self.no_backup(format!("it has an entry \"{entry}\""));
        let path = folder.within(name).ok_or_else(refused)?;
        if fs::symlink_metadata(&path).is_ok() {
            return Err(refused());
        }
        let mut above = folder.root().to_owned();
        let (parts, _) = name.rsplit_once('/').unwrap_or_default();
        for part in parts.split('/').filter(|part| !part.is_empty()) {
            above.push(part);
            files::create_dir_unless_there(&above)
                .map_err(ClassError::file("create the directory", &above))?;
            if is_private(part) {
                files::restrict_dir(&above)
                    .map_err(ClassError::file("restrict access to the directory", &above))?;
            }
        }
        self.write(&path, from, is_private(name))?;
        self.others.push(name.to_owned());
        Ok(())
    }

    /// Writes a file, for the user alone if it is private, and returns the hash of what it has.
    fn write(&self, path: &Path, from: &mut dyn Read, is_private: bool) -> Result<Hash, ClassError> {
        let failed = |error: io::Error| match error.kind() {
            // What the archive's own checksum contradicts.
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => self.no_backup(error.to_string()),
            _ => ClassError::file("write", path)(error),
        };
        let create = if is_private { files::File::create_new_private } else { files::File::create_new };
        let mut file = create(path).map_err(ClassError::file("create", path))?;
        let mut hasher = blake3::Hasher::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let read = from.read(&mut buffer).map_err(failed)?;
            if read == 0 {
                return Ok(Hash::from(<[u8; 32]>::from(hasher.finalize())));
            }
            hasher.update(&buffer[..read]);
            file.write_all(&buffer[..read]).map_err(ClassError::file("write", path))?;
        }
    }

    /// Checks that it is a whole class, and has it on the disk.
    fn check(&self, folder: &ClassFolder) -> Result<Backup, ClassError> {
        if !folder.text().is_file() || !folder.holds_class() {
            return Err(self.no_backup("it has no class"));
        }
        let facts = Record::open(folder)?.facts();
        Access::open_if_there(folder)?;
        if let Some(missing) = facts.files().iter().find(|hash| !self.files.contains(hash)) {
            return Err(self.no_backup(format!("it lacks the file {missing}")));
        }
        self.settle(folder)?;
        let opponents = self.opponents.clone();
        let mut backup = Backup { files: self.files.len(), opponents, ..Backup::of(facts, folder) };
        self.others.iter().for_each(|name| backup.count(name));
        Ok(backup)
    }

    /// Returns when everything is on the disk.
    fn settle(&self, folder: &ClassFolder) -> Result<(), ClassError> {
        if files::sync_file_system(folder.root()).map_err(ClassError::file("sync", folder.root()))? {
            return Ok(());
        }
        // After all of them are written, because the disk then has most of them already.
        let others = self.opponents.iter().chain(&self.others);
        let opponents: Vec<PathBuf> = others.map(|name| folder.root().join(name)).collect();
        let paths = self.files.iter().map(|hash| folder.file(hash)).chain(opponents.iter().cloned());
        let access = Some(folder.access()).filter(|path| path.is_file());
        for path in paths.chain([folder.text(), folder.record()]).chain(access) {
            files::sync_file(&path).map_err(ClassError::file("sync", &path))?;
        }
        let of_files = self.files.iter().filter_map(|hash| folder.file(hash).parent().map(Path::to_owned));
        let above = opponents.iter().flat_map(|path| path.ancestors().skip(1));
        let of_opponents = above.filter(|above| above.starts_with(folder.root())).map(Path::to_owned);
        let folders: BTreeSet<PathBuf> = of_files.chain(of_opponents).collect();
        for path in folders.into_iter().chain([folder.files(), folder.private(), folder.root().to_owned()]) {
            files::sync_dir(&path).map_err(ClassError::file("sync the directory", &path))?;
        }
        Ok(())
    }

    fn no_backup(&self, why: impl Into<String>) -> ClassError {
        ClassError::NoBackup { path: self.path.to_owned(), why: why.into() }
    }
}
