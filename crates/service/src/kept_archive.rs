//! An archive of hand-ins between its preview and the confirmation, in a private temporary folder.

use std::io::{self, Write};

use class_model::Moment;
use class_operations::NamedFile;
use class_operations::submission::Archive;
use files::TemporaryDir;

use crate::upload_memory::LARGEST;

/// The names of the stored files.
const ARCHIVE: &str = "archive.zip";
const WORKSHEET: &str = "worksheet.csv";

/// An archive, with the answers to the questions about it.
#[derive(Debug)]
pub(crate) struct KeptArchive {
    folder: TemporaryDir,
    name: String,
    /// The name of the worksheet, if there is one.
    worksheet: Option<String>,
    by_name: bool,
    received: Option<Moment>,
    now: Moment,
}

impl KeptArchive {
    /// Stores an archive.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn store(archive: &Archive<'_>) -> io::Result<KeptArchive> {
        let folder = TemporaryDir::create("muster-")?;
        let worksheet = archive.worksheet.map(|file| (WORKSHEET, file));
        for (name, file) in [(ARCHIVE, archive.file)].into_iter().chain(worksheet) {
            let mut stored = files::File::create_new_private(&folder.path().join(name))?;
            stored.write_all(&file.bytes)?;
        }
        Ok(KeptArchive {
            folder,
            name: archive.file.name.clone(),
            worksheet: archive.worksheet.map(|file| file.name.clone()),
            by_name: archive.by_name,
            received: archive.received,
            now: archive.now,
        })
    }

    /// Passes the archive to `read`.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn with<T>(&self, read: impl FnOnce(&Archive<'_>) -> T) -> io::Result<T> {
        let stored = |name: &String, stored: &str| {
            let bytes = files::read_bounded(&self.folder.path().join(stored), LARGEST as u64)?;
            Ok::<_, io::Error>(NamedFile { name: name.clone(), bytes })
        };
        let file = stored(&self.name, ARCHIVE)?;
        let worksheet = self.worksheet.as_ref().map(|name| stored(name, WORKSHEET)).transpose()?;
        let KeptArchive { by_name, received, now, .. } = *self;
        Ok(read(&Archive { file: &file, worksheet: worksheet.as_ref(), by_name, received, now }))
    }
}
