//! Modules that are stored once for several runs: a class stores submitted files, and its runs refer to them by hash.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hash::Hash;
use rusqlite::{Connection, params};

use crate::{Ledger, LedgerError, RunFolder, schema};

/// Placeholder for the bytes in a row of `module`. No module is that short.
pub(crate) const SHARED: &[u8] = b"class";
/// Name of the folder of the files, each at `files/ab/HASH`, where `ab` is the beginning of its hash.
const FILES: &str = "files";
/// Maximum size of a module, in bytes.
const LONGEST: u64 = 256 << 20;

/// The stored files in folders above a run's folder.
pub(crate) struct SharedModules {
    run: PathBuf,
    /// The folders, nearest first.
    folders: Vec<PathBuf>,
}

impl SharedModules {
    /// Returns the files above an existing run's folder.
    pub(crate) fn above(run: &RunFolder) -> SharedModules {
        let run = fs::canonicalize(run.root()).unwrap_or_else(|_| run.root().to_owned());
        SharedModules { folders: run.ancestors().skip(1).map(|above| above.join(FILES)).collect(), run }
    }

    /// Returns the bytes of a module, if it is there.
    fn find(&self, hash: Hash) -> Option<Vec<u8>> {
        let name = hash.to_string();
        let read = |folder: &PathBuf| read(&folder.join(&name[..2]).join(&name));
        self.folders.iter().filter_map(read).find(|bytes| Hash::digest(bytes) == hash)
    }

    /// Returns the bytes of a module that the run shares.
    pub(crate) fn read(&self, hash: Hash) -> Result<Vec<u8>, LedgerError> {
        let missing = || LedgerError::Unshared { hash: hash.to_string(), run: self.run.clone() };
        self.find(hash).ok_or_else(missing)
    }

    /// Records modules: by hash if they are stored above the run's folder, otherwise with their bytes. Returns `true`
    /// if any is recorded by hash.
    pub(crate) fn insert(
        &self,
        connection: &Connection,
        modules: &[(Hash, &[u8])],
    ) -> rusqlite::Result<bool> {
        let mut shares = false;
        for (hash, bytes) in modules {
            let is_shared = self.find(*hash).is_some();
            shares |= is_shared;
            let stored = if is_shared { SHARED } else { bytes };
            connection
                .execute("INSERT OR IGNORE INTO module VALUES (?1, ?2)", params![hash.bytes(), stored])?;
        }
        Ok(shares)
    }
}

impl Ledger {
    /// Returns the modules that the run takes from the folder of its class.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn shared_modules(&self) -> Result<BTreeSet<Hash>, LedgerError> {
        // Compare lengths first, which are known without reading the bytes.
        let query = "SELECT hash FROM module WHERE length(bytes) = length(?1) AND bytes = ?1";
        Ok(self.module_hashes(query, [SHARED])?.into_iter().collect())
    }

    /// Copies the shared modules into the run's record, so that the folder can be moved anywhere. `elsewhere` returns
    /// modules that are not above the folder. Returns the number of modules.
    ///
    /// # Errors
    /// If a module is in neither place, or the ledger cannot be written to. In that case nothing is changed.
    pub fn embed_modules(
        &mut self,
        elsewhere: impl Fn(&Hash) -> Option<Vec<u8>>,
    ) -> Result<usize, LedgerError> {
        let doing = LedgerError::sqlite;
        let shared = self.shared_modules()?;
        let version = schema::version_of(self.header()?.defaults, false);
        let transaction = self.connection.transaction().map_err(doing("embed the modules"))?;
        for hash in &shared {
            let given = || elsewhere(hash).filter(|bytes| Hash::digest(bytes) == *hash);
            let bytes = given().map_or_else(|| self.shared.read(*hash), Ok)?;
            transaction
                .execute("UPDATE module SET bytes = ?2 WHERE hash = ?1", params![hash.bytes(), bytes])
                .map_err(doing("embed the modules"))?;
        }
        transaction
            .pragma_update(None, "user_version", version)
            .and_then(|()| transaction.commit())
            .and_then(|()| self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
            .map_err(doing("embed the modules"))?;
        Ok(shared.len())
    }
}

/// Returns the bytes of a regular file; `None` for anything else, such as a link.
fn read(path: &Path) -> Option<Vec<u8>> {
    let found = fs::symlink_metadata(path).ok()?;
    if !found.is_file() {
        return None;
    }
    files::read_bounded(path, LONGEST).ok()
}
