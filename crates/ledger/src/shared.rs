//! Modules that are kept once for several runs, above their folders: a class keeps what was handed in, and its runs name
//! it by hash.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hash::Hash;
use rusqlite::{Connection, params};

use crate::{Ledger, LedgerError, RunFolder, schema};

/// What stands in a row of `module` in place of the bytes. No module is that short.
pub(crate) const SHARED: &[u8] = b"class";
/// The folder of the files, each at `files/ab/HASH`, where `ab` is how its hash begins.
const FILES: &str = "files";
/// The most bytes of a module.
const LONGEST: u64 = 256 << 20;

/// The files above a run's folder.
pub(crate) struct SharedModules {
    run: PathBuf,
    /// The nearest one first.
    folders: Vec<PathBuf>,
}

impl SharedModules {
    /// Those that are above the folder of a run, which is there.
    pub(crate) fn above(run: &RunFolder) -> SharedModules {
        let run = fs::canonicalize(run.root()).unwrap_or_else(|_| run.root().to_owned());
        SharedModules { folders: run.ancestors().skip(1).map(|above| above.join(FILES)).collect(), run }
    }

    /// The bytes of a module, if it is there.
    fn find(&self, hash: Hash) -> Option<Vec<u8>> {
        let name = hash.to_string();
        let read = |folder: &PathBuf| read(&folder.join(&name[..2]).join(&name));
        self.folders.iter().filter_map(read).find(|bytes| Hash::of(bytes) == hash)
    }

    /// The bytes of a module that the run shares.
    pub(crate) fn read(&self, hash: Hash) -> Result<Vec<u8>, LedgerError> {
        let missing = || LedgerError::Unshared { hash: hash.to_string(), run: self.run.clone() };
        self.find(hash).ok_or_else(missing)
    }

    /// Writes down modules: by their hashes where they are above the run's folder, else with their bytes. Returns whether
    /// any is written by its hash.
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
    /// The modules that the run takes from the folder of its class.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn shared_modules(&self) -> Result<BTreeSet<Hash>, LedgerError> {
        let mut statement = self
            .connection
            // The length is known without reading the bytes.
            .prepare_cached("SELECT hash FROM module WHERE length(bytes) = length(?1) AND bytes = ?1")
            .map_err(LedgerError::sqlite("read the modules"))?;
        let hashes = statement.query_map([SHARED], |row| row.get::<_, [u8; 32]>(0).map(Hash::from));
        hashes.and_then(Iterator::collect).map_err(LedgerError::sqlite("read the modules"))
    }

    /// Puts the modules that the run shares into its record, so that the folder can be moved to anywhere. `elsewhere` has
    /// those that are not above the folder. Returns their number.
    ///
    /// # Errors
    /// When a module is in neither place, or the ledger cannot be written to. In that case nothing is changed.
    pub fn embed_modules(
        &mut self,
        elsewhere: impl Fn(&Hash) -> Option<Vec<u8>>,
    ) -> Result<usize, LedgerError> {
        let doing = LedgerError::sqlite;
        let shared = self.shared_modules()?;
        let version = schema::version_of(self.header()?.defaults, false);
        let transaction = self.connection.transaction().map_err(doing("embed the modules"))?;
        for hash in &shared {
            let given = || elsewhere(hash).filter(|bytes| Hash::of(bytes) == *hash);
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

/// The bytes of a file that is regular, and not a link.
fn read(path: &Path) -> Option<Vec<u8>> {
    let found = fs::symlink_metadata(path).ok()?;
    if !found.is_file() {
        return None;
    }
    files::read_bounded(path, LONGEST).ok()
}
