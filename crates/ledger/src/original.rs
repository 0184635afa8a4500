//! Keeping the original of a migrated ledger.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::{LedgerError, RunFolder, fresh};

/// Keeps the ledger under a second name, and returns that name. Never replaces an existing file: if the name is taken
/// by another file, it gets a number.
pub(crate) fn keep(folder: &RunFolder) -> Result<PathBuf, LedgerError> {
    let ledger = folder.ledger();
    let mut number = 0;
    loop {
        number += 1;
        let name = folder.original(number);
        let failed = |source| LedgerError::File {
            action: "keep the ledger of schema 5 as",
            path: name.clone(),
            source,
        };
        match fs::symlink_metadata(&name) {
            // Kept by a program that was killed during a migration.
            Ok(found) if found.is_file() && are_equal(&ledger, &name).map_err(failed)? => return Ok(name),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {
                give_second_name(&ledger, &name, &folder.private()).map_err(failed)?;
                return Ok(name);
            }
            Err(error) => return Err(failed(error)),
        }
    }
}

fn give_second_name(path: &Path, name: &Path, folder: &Path) -> io::Result<()> {
    // Not every file system supports hard links.
    files::link(path, name).or_else(|_| {
        let unfinished = folder.join("ledger.original");
        fresh::remove(&unfinished).map_err(io::Error::other)?;
        files::copy(path, &unfinished)?;
        files::sync_file(&unfinished)?;
        files::rename(&unfinished, name)
    })?;
    files::sync_dir(folder)
}

/// Returns `true` if two files have the same content.
fn are_equal(one: &Path, other: &Path) -> io::Result<bool> {
    if fs::metadata(one)?.len() != fs::metadata(other)?.len() {
        return Ok(false);
    }
    let hash = |path| Ok::<_, io::Error>(blake3::Hasher::new().update_reader(File::open(path)?)?.finalize());
    Ok(hash(one)? == hash(other)?)
}
