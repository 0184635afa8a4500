//! Packing files into a zip archive.

use std::io::{self, Cursor, Seek, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// A zip archive written file by file. The same files produce the same bytes, because no time is stored.
pub struct Packing<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Packing<W> {
    /// Starts an empty archive.
    pub fn new(to: W) -> Packing<W> {
        Packing(ZipWriter::new(to))
    }

    /// Adds a file.
    ///
    /// # Errors
    /// If there is a file of that name, or the archive cannot be written.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.start_file(name, SimpleFileOptions::DEFAULT)?;
        self.0.write_all(bytes)
    }

    /// Finishes the archive.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.0.finish()?)
    }
}

/// Packs named files into a zip archive. The same files produce the same bytes, because no time is stored.
///
/// `None` if a name occurs twice or is too long for an archive.
pub fn pack(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    packed(files).ok()
}

fn packed(files: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
    let mut packing = Packing::new(Cursor::new(Vec::new()));
    files.iter().try_for_each(|(name, bytes)| packing.add(name, bytes))?;
    Ok(packing.finish()?.into_inner())
}
