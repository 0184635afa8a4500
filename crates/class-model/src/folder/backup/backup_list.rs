//! The list of a class's backups, and a search for a student in one.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use files::TemporaryDir;
use zip::ZipArchive;

use super::{RECORD, begins_as_backup};
use crate::{ClassError, ClassFolder, Record};

/// Maximum size of the list, in bytes.
const LONGEST: u64 = 1 << 24;

impl ClassFolder {
    /// Returns the path of the list of backups, which has one path per line.
    fn backups_file(&self) -> PathBuf {
        self.private().join("backups.txt")
    }

    /// Notes the path of a backup. `forget` lists it later.
    ///
    /// # Errors
    /// If the list cannot be written.
    pub fn note_backup(&self, backup: &Path) -> Result<(), ClassError> {
        let path = self.backups_file();
        let failed = ClassError::file("write", &path);
        let full = std::path::absolute(backup).map(|full| fs::canonicalize(&full).unwrap_or(full));
        let noted = full.and_then(|full| {
            let mut known = self.noted_backups()?;
            // A path that does not fit on a line is found only within the class's folder.
            let Some(name) = full.to_str().filter(|name| !name.contains(['\n', '\r'])) else { return Ok(()) };
            if !known.insert(name.to_owned()) {
                return Ok(());
            }
            self.refuse_linked().map_err(io::Error::other)?;
            files::replace_private(&path, |file| known.iter().try_for_each(|line| writeln!(file, "{line}")))
        });
        noted.map_err(failed)
    }

    fn noted_backups(&self) -> io::Result<BTreeSet<String>> {
        match files::read_text(&self.backups_file(), LONGEST) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeSet::new()),
            read => Ok(read?.lines().map(str::to_owned).collect()),
        }
    }

    /// Returns the paths of the class's backups: the noted ones, which may have been moved since, and those in its
    /// folder.
    ///
    /// # Errors
    /// If the list or the folder cannot be read.
    pub fn backups(&self) -> Result<Vec<PathBuf>, ClassError> {
        let path = self.backups_file();
        let noted = self.noted_backups().map_err(ClassError::file("read", &path))?;
        let mut found: BTreeSet<PathBuf> = noted.into_iter().map(PathBuf::from).collect();
        let root = fs::canonicalize(self.root()).unwrap_or_else(|_| self.root().to_owned());
        let here = self
            .inventory(Path::new(""), begins_as_backup)
            .map_err(ClassError::file("read the directory", self.root()))?;
        found.extend(here.backups.into_iter().map(|name| root.join(name)));
        Ok(found.into_iter().collect())
    }
}

/// Returns `true` if a backup contains a student with this id.
///
/// # Errors
/// If it is not a backup, or cannot be read.
pub fn has_student(backup: &Path, id: &str) -> Result<bool, ClassError> {
    let no_backup = |why: String| ClassError::NoBackup { path: backup.to_owned(), why };
    let file = files::open(backup).map_err(ClassError::file("read", backup))?;
    let mut archive = ZipArchive::new(file).map_err(|error| no_backup(error.to_string()))?;
    let mut record = archive.by_name(RECORD).map_err(|error| no_backup(error.to_string()))?;
    let copy = TemporaryDir::create("muster-")
        .map_err(ClassError::file("create a directory in", std::env::temp_dir()))?;
    let folder = ClassFolder::at(copy.path());
    folder.create()?;
    let path = folder.record();
    files::File::create_new_private(&path)
        .and_then(|mut file| io::copy(&mut record, &mut file))
        .map_err(ClassError::file("write", &path))?;
    Ok(Record::open(&folder)?.facts().student(id).is_some())
}
