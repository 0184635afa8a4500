//! Restoring a class from a backup.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use files::TemporaryDir;
use zip::{CompressionMethod, ZipArchive};

use super::{ACCESS, BESIDE, Backup, FOLDER, MOST_OPPONENTS, NOTE, RECORD, TEXT};
use crate::folder::{inventory::is_private, zip_entries};
use crate::{Access, ClassError, ClassFolder, Hash, Record};

impl ClassFolder {
    /// Restores a class from a backup, atomically, into a folder that does not exist or is empty. `path` is for
    /// messages.
    ///
    /// # Errors
    /// If the folder is in use, the file is not a backup or is damaged, or something cannot be written.
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

/// A backup while it is restored.
struct Restoring<'a> {
    new: &'a TemporaryDir,
    path: &'a Path,
    files: BTreeSet<Hash>,
    /// The restored opponents' files.
    opponents: Vec<String>,
    /// The other restored files.
    others: Vec<String>,
}

impl Restoring<'_> {
    fn all(mut self, mut from: impl Read + Seek) -> Result<Backup, ClassError> {
        let folder = ClassFolder::at(self.new.path());
        folder.create()?;
        self.refuse_twice(&mut from)?;
        let mut archive = ZipArchive::new(from).map_err(|error| self.no_backup(error.to_string()))?;
        if archive.name_for_index(0) != Some(NOTE) {
            return Err(self.no_backup("its first entry does not mark it as a backup"));
        }
        for index in 1..archive.len() {
            let mut entry = archive.by_index(index).map_err(|error| self.no_backup(error.to_string()))?;
            let name = entry.name().to_owned();
            if entry.compression() != CompressionMethod::Stored || entry.is_symlink() {
                return Err(self.no_backup(format!("its entry \"{name}\" is compressed or a link")));
            }
            self.entry(&folder, &name, &mut entry)?;
        }
        self.check(&folder)
    }

    /// Refuses an archive with two entries of one name: it is undefined which of them would be restored.
    fn refuse_twice(&self, from: &mut (impl Read + Seek)) -> Result<(), ClassError> {
        let archive = ZipArchive::new(&mut *from).map_err(|error| self.no_backup(error.to_string()))?;
        let (begin, len) = (archive.central_directory_start(), archive.len());
        match zip_entries::twice(from, begin, len) {
            Ok(None) => Ok(()),
            Ok(Some(name)) => Err(self.no_backup(format!("it has two entries named \"{name}\""))),
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
                let hash =
                    hash.ok_or_else(|| self.no_backup(format!("it has an unexpected entry \"{name}\"")))?;
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

    /// Writes an opponent's file to the path that the text has for it.
    fn opponent(&mut self, folder: &ClassFolder, entry: &str, from: &mut dyn Read) -> Result<(), ClassError> {
        let name = entry.strip_prefix(BESIDE).unwrap_or(entry);
        let refused = || self.no_backup(format!("it has an unexpected entry \"{entry}\""));
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

    /// Writes another file of the folder to its original place.
    fn other(&mut self, folder: &ClassFolder, entry: &str, from: &mut dyn Read) -> Result<(), ClassError> {
        let name = entry.strip_prefix(FOLDER).unwrap_or(entry);
        let refused = || self.no_backup(format!("it has an unexpected entry \"{entry}\""));
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

    /// Writes a file, closed to other users if it is private, and returns the hash of its contents.
    fn write(&self, path: &Path, from: &mut dyn Read, is_private: bool) -> Result<Hash, ClassError> {
        let failed = |error: io::Error| match error.kind() {
            // The archive's own checksum does not match.
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

    /// Checks that the class is complete, and syncs it to the disk.
    fn check(&self, folder: &ClassFolder) -> Result<Backup, ClassError> {
        if !folder.text().is_file() || !folder.holds_class() {
            return Err(self.no_backup("it contains no class"));
        }
        let facts = Record::open(folder)?.facts();
        Access::open_if_there(folder)?;
        if let Some(missing) = facts.files().iter().find(|hash| !self.files.contains(hash)) {
            return Err(self.no_backup(format!("it lacks the file {missing}")));
        }
        self.settle(folder)?;
        let opponents = self.opponents.clone();
        let mut backup = Backup { files: self.files.len(), opponents, ..Backup::new(facts, folder) };
        self.others.iter().for_each(|name| backup.count(name));
        Ok(backup)
    }

    /// Syncs everything to the disk.
    fn settle(&self, folder: &ClassFolder) -> Result<(), ClassError> {
        if files::sync_file_system(folder.root()).map_err(ClassError::file("sync", folder.root()))? {
            return Ok(());
        }
        // Sync after all writes, when most data is already on the disk.
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
