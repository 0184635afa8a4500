//! Files as one archive.

use std::io::{self, Cursor, Seek, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A zip archive that is written file by file. The same files give the same bytes: no time is written.
pub struct Packing<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Packing<W> {
    /// An archive without files so far.
    pub fn new(to: W) -> Packing<W> {
        Packing(ZipWriter::new(to))
    }

    /// Adds a file.
    ///
    /// # Errors
    /// If there is one of that name, or the archive cannot be written.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.start_file(name, SimpleFileOptions::DEFAULT)?;
        self.0.write_all(bytes)
    }

    /// Ends the archive.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.0.finish()?)
    }
}

/// Packs files into a zip archive, each under its name. The same files give the same bytes: no time is written.
///
/// `None` if a name is there twice or is too long for an archive.
pub fn pack(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    packed(files).ok()
}

fn packed(files: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
    let mut packing = Packing::new(Cursor::new(Vec::new()));
    files.iter().try_for_each(|(name, bytes)| packing.add(name, bytes))?;
    Ok(packing.finish()?.into_inner())
}
