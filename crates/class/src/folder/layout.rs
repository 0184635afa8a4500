//! The layout of a class's folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use ledger::database::{file_system, network_name, refuse_link};

use crate::ClassError;

/// The name of the part with what was handed in.
pub(crate) const FILES: &str = "files";

/// A class's folder: `class.toml` is the teacher's, `private/` and `files/` are closed to other users.
#[derive(Clone, Debug)]
pub struct ClassFolder {
    root: PathBuf,
    /// The file system that it is taken to be on; `None` to ask the system.
    file_system: Option<u32>,
}

impl ClassFolder {
    /// The folder at a path, which need not exist.
    pub fn at(root: impl Into<PathBuf>) -> ClassFolder {
        ClassFolder { root: root.into(), file_system: None }
    }

    /// The same folder as if it were on a file system with this magic number of `statfs(2)`, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn as_if_on(self, file_system: u32) -> ClassFolder {
        ClassFolder { file_system: Some(file_system), ..self }
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

    /// Who may enter through the service: personal links and sessions. Without the service it does not exist.
    pub(crate) fn access(&self) -> PathBuf {
        self.private().join(crate::access::FILE)
    }

    /// Where modules and sources are, by their hashes.
    pub fn files(&self) -> PathBuf {
        self.root.join(FILES)
    }

    /// The part with the ladder's cycles and pages. Without a ladder it does not exist.
    pub fn ladder(&self) -> PathBuf {
        self.root.join("ladder")
    }

    /// The part with the texts of the class's tournaments.
    pub fn tournaments(&self) -> PathBuf {
        self.root.join("tournaments")
    }

    /// The part with the folders of the class's runs. A run may be elsewhere, too.
    pub fn runs(&self) -> PathBuf {
        self.root.join("runs")
    }

    /// The class whose folder a run is in, by its place there: `runs/NAME` or `ladder/NAME`.
    pub fn around(run: &Path) -> Option<ClassFolder> {
        let run = fs::canonicalize(run).ok()?;
        let part = run.parent()?;
        let folder = ClassFolder::at(part.parent()?);
        let has_place = part == folder.runs() || part == folder.ladder();
        (has_place && folder.holds_class()).then_some(folder)
    }

    /// How the record names a folder: relative to the class's where it is within, so that it is found there wherever the class
    /// is moved or restored; else in full. `None` if it is not there, or its name is not UTF-8.
    pub fn place_of(&self, path: &Path) -> Option<String> {
        let [path, root] = [path, &self.root].map(|path| fs::canonicalize(path).ok());
        let path = path?;
        let within = root.and_then(|root| Some(path.strip_prefix(root).ok()?.to_owned()));
        let place = within.unwrap_or(path);
        let parts: Option<Vec<&str>> = place.iter().map(OsStr::to_str).collect();
        if place.is_absolute() { place.to_str().map(str::to_owned) } else { Some(parts?.join("/")) }
    }

    /// Where the folder is that the record names so.
    pub fn at_place(&self, place: &str) -> PathBuf {
        self.root.join(place)
    }

    /// Whether there is a class.
    pub fn holds_class(&self) -> bool {
        self.record().is_file()
    }

    /// Creates the folder with its closed parts.
    pub(crate) fn create(&self) -> Result<(), ClassError> {
        files::create_dir_all(&self.root).map_err(ClassError::file("create the directory", &self.root))?;
        self.refuse_network()?;
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

    /// Refuses a network file system: SQLite cannot lock there what several machines write to, nor tell what is on the disk.
    pub(crate) fn refuse_network(&self) -> Result<(), ClassError> {
        let file_system = self.file_system.or_else(|| file_system(&self.root));
        match file_system.and_then(network_name) {
            Some(name) => Err(ClassError::NetworkFolder { path: self.root.clone(), name }),
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
