//! The layout of a class's folder.

use std::fs;
use std::path::{Path, PathBuf};

use ledger::database::{refuse_link, refuse_network};

use crate::ClassError;

/// The name of the part with what was handed in.
pub(crate) const FILES: &str = "files";

/// A class's folder: `class.toml` is the teacher's, `private/` and `files/` are closed to other users.
#[derive(Clone, Debug)]
pub struct ClassFolder {
    root: PathBuf,
}

impl ClassFolder {
    /// The folder at a path, which need not exist.
    pub fn at(root: impl Into<PathBuf>) -> ClassFolder {
        ClassFolder { root: root.into() }
    }

    /// The path of the folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What the teacher decides.
    pub fn text(&self) -> PathBuf {
        self.root.join("class.toml")
    }

    /// The part that holds the record.
    pub fn private(&self) -> PathBuf {
        self.root.join("private")
    }

    /// The record of what happened.
    pub fn record(&self) -> PathBuf {
        self.private().join("class.sqlite")
    }

    /// Where modules and sources are, by their hashes.
    pub fn files(&self) -> PathBuf {
        self.root.join(FILES)
    }

    /// The part with the ladder's cycles and pages. Without a ladder it does not exist.
    pub fn ladder(&self) -> PathBuf {
        self.root.join("ladder")
    }

    /// Whether there is a class.
    pub fn holds_class(&self) -> bool {
        self.record().is_file()
    }

    /// Creates the folder with its closed parts.
    pub(crate) fn create(&self) -> Result<(), ClassError> {
        files::create_dir_all(&self.root).map_err(ClassError::file("create the directory", &self.root))?;
        refuse_network(&self.root)?;
        for part in [self.private(), self.files()] {
            refuse_link(&part)?;
            files::create_dir_unless_there(&part).map_err(ClassError::file("create the directory", &part))?;
            files::restrict_dir(&part)
                .map_err(ClassError::file("restrict access to the directory", &part))?;
        }
        files::sync_dir(&self.root).map_err(ClassError::file("sync the directory", &self.root))?;
        match fs::canonicalize(&self.root).ok().as_deref().and_then(Path::parent) {
            Some(above) => files::sync_dir(above).map_err(ClassError::file("sync the directory", above)),
            None => Ok(()),
        }
    }

    /// Refuses closed parts and a record that are links: through them, something elsewhere would be written to.
    pub(crate) fn refuse_linked(&self) -> Result<(), ClassError> {
        refuse_link(&self.private())?;
        refuse_link(&self.record())?;
        Ok(refuse_link(&self.files())?)
    }
}
