//! An archive of hand-ins between its preview and the confirmation, in a private temporary folder.

use std::io::{self, Write};

use class_model::Moment;
use class_operations::NamedFile;
use class_operations::submission::Archive;
use files::TemporaryDir;

use crate::upload_memory::LARGEST;

/// An archive, with the answers to the questions about it.
#[derive(Debug)]
pub(crate) struct KeptArchive {
    folder: TemporaryDir,
    name: String,
    worksheet: Option<NamedFile>,
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
        let mut file = files::File::create_new_private(&folder.path().join("archive.zip"))?;
        file.write_all(&archive.file.bytes)?;
        Ok(KeptArchive {
            folder,
            name: archive.file.name.clone(),
            worksheet: archive.worksheet.cloned(),
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
        let bytes = files::read_bounded(&self.folder.path().join("archive.zip"), LARGEST as u64)?;
        let file = NamedFile { name: self.name.clone(), bytes };
        let KeptArchive { by_name, received, now, .. } = *self;
        Ok(read(&Archive { file: &file, worksheet: self.worksheet.as_ref(), by_name, received, now }))
    }
}
