//! The layout of a class's folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use ledger::database::{file_system, network_name, refuse_link};

use crate::ClassError;

/// Name of the part with submitted files.
pub(crate) const FILES: &str = "files";

/// The folder of a class. `class.toml` is the teacher's; `private/` and `files/` are closed to other users.
#[derive(Clone, Debug)]
pub struct ClassFolder {
    root: PathBuf,
    /// The file system to assume; `None` to ask the operating system.
    file_system: Option<u32>,
}

impl ClassFolder {
    /// Returns the folder at a path, which need not exist.
    pub fn at(root: impl Into<PathBuf>) -> ClassFolder {
        ClassFolder { root: root.into(), file_system: None }
    }

    /// Returns the folder as if it were on a file system with this magic number of `statfs(2)`, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn as_if_on(self, file_system: u32) -> ClassFolder {
        ClassFolder { file_system: Some(file_system), ..self }
    }

    /// Returns the path of the folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of the class's text, which holds the teacher's decisions.
    pub fn text(&self) -> PathBuf {
        self.root.join("class.toml")
    }

    /// Returns the path of the folder with the rules of a game from a file: modules, each named by its hash.
    pub fn rules(&self) -> PathBuf {
        self.root.join("game")
    }

    /// Returns the path of the private part, which holds the record.
    pub fn private(&self) -> PathBuf {
        self.root.join("private")
    }

    /// Returns the path of the record.
    pub fn record(&self) -> PathBuf {
        self.private().join("class.sqlite")
    }

    /// Returns the path of the service's links, sessions and tokens. The file does not exist without the service.
    pub(crate) fn access(&self) -> PathBuf {
        self.private().join(crate::access::DATABASE.file)
    }

    /// Returns the path of the queue of mail. The file does not exist in a class that sends none.
    pub(crate) fn outbox(&self) -> PathBuf {
        self.private().join(crate::outbox::DATABASE.file)
    }

    /// Returns the path of the queue of grades. The file does not exist in a class that sends none.
    pub(crate) fn score_queue(&self) -> PathBuf {
        self.private().join(crate::score_queue::DATABASE.file)
    }

    /// Returns the path of the part with modules and sources, named by hash.
    pub fn files(&self) -> PathBuf {
        self.root.join(FILES)
    }

    /// Returns the path of the part with the ladder's cycles and pages. It does not exist without a ladder.
    pub fn ladder(&self) -> PathBuf {
        self.root.join("ladder")
    }

    /// Returns the path of the part with the texts of the class's tournaments.
    pub fn tournaments(&self) -> PathBuf {
        self.root.join("tournaments")
    }

    /// Returns the path of the part with the class's runs. A run may be elsewhere, too.
    pub fn runs(&self) -> PathBuf {
        self.root.join("runs")
    }

    /// Returns the class that contains a run at `runs/NAME` or `ladder/NAME`; `None` if the run is elsewhere.
    pub fn around(run: &Path) -> Option<ClassFolder> {
        let run = fs::canonicalize(run).ok()?;
        let part = run.parent()?;
        let folder = ClassFolder::at(part.parent()?);
        let has_place = part == folder.runs() || part == folder.ladder();
        (has_place && folder.holds_class()).then_some(folder)
    }

    /// Returns the record's name for a folder. Within the class's folder it is a relative path, which stays valid
    /// when the class is moved or restored; elsewhere it is an absolute path. `None` if the folder does not exist, or
    /// its name is not UTF-8.
    pub fn place_of(&self, path: &Path) -> Option<String> {
        let [path, root] = [path, &self.root].map(|path| fs::canonicalize(path).ok());
        let path = path?;
        let within = root.and_then(|root| Some(path.strip_prefix(root).ok()?.to_owned()));
        let place = within.unwrap_or(path);
        let parts: Option<Vec<&str>> = place.iter().map(OsStr::to_str).collect();
        if place.is_absolute() { place.to_str().map(str::to_owned) } else { Some(parts?.join("/")) }
    }

    /// Returns the path of a folder that the record names.
    pub fn at_place(&self, place: &str) -> PathBuf {
        self.root.join(place)
    }

    /// Returns `true` if the folder contains a class.
    pub fn holds_class(&self) -> bool {
        self.record().is_file()
    }

    /// Creates the folder with its private parts.
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

    /// Refuses a network file system, where SQLite can neither lock a file between machines nor tell what is on the
    /// disk.
    pub(crate) fn refuse_network(&self) -> Result<(), ClassError> {
        let file_system = self.file_system.or_else(|| file_system(&self.root));
        match file_system.and_then(network_name) {
            Some(name) => Err(ClassError::NetworkFolder { path: self.root.clone(), name }),
            None => Ok(()),
        }
    }

    /// Refuses links in place of the private parts or the record: writes would go elsewhere.
    pub(crate) fn refuse_linked(&self) -> Result<(), ClassError> {
        refuse_link(&self.private())?;
        refuse_link(&self.record())?;
        Ok(refuse_link(&self.files())?)
    }
}
