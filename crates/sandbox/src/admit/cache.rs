//! On-disk decisions about modules, so that each module is checked and compiled once per machine. A decision holds
//! the module's sizes and code, or the reasons for its refusal. If the compiling child was stopped by its time limit,
//! its memory limit or a crash, there is no decision and nothing is stored.
//!
//! An entry is named after the module's BLAKE3 and everything else that the decision depends on: caps, inspection,
//! version of wasmtime, target, flags, price table. Machine code runs with the rights of this process. An entry is
//! therefore read only from a folder that belongs to this user and that no one else may write to, and only if the
//! hash at its start is correct. Entries are written under a temporary name and then renamed.

mod evict;
mod reservation;

use std::fmt;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use wasmtime::Engine;

use self::evict::Evicting;
pub(crate) use self::reservation::Reservation;
use super::decision::{CodePartName, Decision};
use super::inspect;
use crate::engine::FloatMode;
use crate::{Caps, HostError, feature, interface, os};

/// File extension of entries.
const ENDING: &str = "decided";
/// File extension of entries that are not completely written yet.
const HALF_WRITTEN: &str = "part";
/// File extension of the lock files that are held while an entry is made.
const RESERVED: &str = "lock";
/// Maximum time to wait for another process, which may have been suspended.
const PATIENCE: Duration = Duration::from_mins(10);
/// Size in bytes of the hash at the start of an entry.
const SEAL_BYTES: usize = 32;

/// A folder of decisions.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    evicting: Evicting,
}

/// Everything that the name of an entry depends on, except the module and its caps.
#[derive(Debug)]
pub(crate) struct Premises(blake3::Hasher);

impl Premises {
    /// Collects everything that decisions depend on except the module and its caps.
    pub(crate) fn new<'a>(engines: impl IntoIterator<Item = &'a Engine>, fingerprint: &str) -> Premises {
        let mut key = blake3::Hasher::new_derive_key("muster decided about a module");
        key.update(fingerprint.as_bytes());
        for engine in engines {
            // The hash covers all of wasmtime's configuration, including what is not in the fingerprint.
            let mut hasher = DefaultHasher::new();
            engine.precompile_compatibility_hash().hash(&mut hasher);
            key.update(&hasher.finish().to_le_bytes());
        }
        key.update(
            format!("{} {:?} {:?}", inspect::VERSION, feature::PROFILE, interface::every_import()).as_bytes(),
        );
        Premises(key)
    }

    /// Returns the name of a module's entry.
    pub(crate) fn key(&self, module: &[u8; 32], caps: &Caps) -> String {
        let mut key = self.0.clone();
        key.update(module);
        key.update(format!("{caps:?}").as_bytes());
        key.finalize().to_hex().to_string()
    }

    /// Returns the name of a code part's entry.
    pub(crate) fn key_of_code_part(&self, name: &CodePartName, float_mode: FloatMode) -> String {
        let mut key = self.0.clone();
        key.update(b"code part").update(name).update(format!("{float_mode:?}").as_bytes());
        key.finalize().to_hex().to_string()
    }
}

impl Cache {
    /// Opens a folder that may hold at most `most` bytes, and creates it if it is missing.
    pub(crate) fn open(folder: &Path, most: u64) -> Result<Cache, HostError> {
        let failed = |source| HostError::Cache { folder: folder.to_owned(), source };
        files::create_dir_all_private(folder).map_err(failed)?;
        // Resolve links first: the check must apply to the folder that will be read.
        let folder = folder.canonicalize().map_err(failed)?;
        let metadata = folder.metadata().map_err(failed)?;
        if !os::is_private(&metadata) {
            return Err(HostError::SharedCache { folder });
        }
        Ok(Cache { folder, evicting: Evicting::new(most) })
    }

    /// Returns `true` if the folder still belongs to this user and is closed to other writers.
    fn is_ours(&self) -> bool {
        let ours = self.folder.metadata().is_ok_and(|metadata| os::is_private(&metadata));
        if !ours {
            tracing::warn!(folder = %self.folder.display(), "other users may write to the folder of compiled code");
        }
        ours
    }

    /// Loads the decision about a module; `None` if there is no decision that can be trusted.
    pub(crate) fn load(&self, key: &str) -> Option<Decision> {
        self.is_ours().then(|| read(&path_in(&self.folder, key), key)).flatten()
    }

    /// Stores a decision. Two processes may store the same one at the same time.
    pub(crate) fn store(&self, key: &str, decision: &Decision) -> io::Result<()> {
        let entry = sealed(key, decision)?;
        self.replace(&path_in(&self.folder, key), &entry)?;
        self.evicting.stored(&self.folder, entry.len() as u64);
        Ok(())
    }

    /// Waits while another process makes the decision of this name, and blocks other processes while this one does.
    /// Calls `waiting` before it waits. `None` if the wait takes too long or locks do not work here; the decision may
    /// then be made twice, which only costs time.
    pub(crate) fn reserve(&self, key: &str, waiting: impl FnOnce()) -> Option<Reservation> {
        Reservation::wait_for(self.folder.join(format!(".{key}.{RESERVED}")), PATIENCE, waiting)
    }

    /// Removes a decision, and returns `true` if there was one.
    pub(crate) fn remove(&self, key: &str) -> io::Result<bool> {
        files::remove_if_there(&path_in(&self.folder, key))
    }

    fn replace(&self, path: &Path, entry: &[u8]) -> io::Result<()> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!(".{}-{number}.{HALF_WRITTEN}", process::id()));
        let written = files::File::create_new(&temporary).and_then(|mut file| {
            file.write_all(entry)?;
            file.sync()
        });
        written.and_then(|()| files::rename(&temporary, path)).inspect_err(|_| {
            // The first error is the one to report.
            drop(files::remove(&temporary));
        })
    }
}

impl fmt::Display for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.folder.display().fmt(f)
    }
}

/// Returns the path of an entry in a folder of compiled code.
fn path_in(folder: &Path, key: &str) -> PathBuf {
    folder.join(file_name(key))
}

fn file_name(key: &str) -> String {
    format!("{key}.{ENDING}")
}

/// Returns an entry of another folder of compiled code, for [`SandboxOptions::carried`](crate::SandboxOptions::carried);
/// `None` if there is no entry, or if another user may write to the folder.
pub fn stored_code(folder: &Path, key: &str) -> Option<Vec<u8>> {
    // Links are resolved first, as when a folder is opened.
    let folder = folder.canonicalize().ok()?;
    let metadata = folder.metadata().ok()?;
    os::is_private(&metadata).then(|| fs::read(path_in(&folder, key)).ok()).flatten()
}

/// Reads an entry; `None` if there is no entry, or if it cannot be trusted.
fn read(path: &Path, key: &str) -> Option<Decision> {
    let mut file = File::open(path).ok()?;
    let mut entry = Vec::new();
    let decision = file.read_to_end(&mut entry).ok().and_then(|_| unsealed(key, entry));
    if decision.is_none() {
        tracing::warn!(key, "recreating a damaged entry in the folder of compiled code");
    }
    // Recently used entries stay longest. If this fails, the entry may be evicted earlier, which only costs time.
    drop(file.set_modified(SystemTime::now()));
    decision
}

/// Returns a decision as an entry: a hash over the entry's name and content, and the content.
pub(crate) fn sealed(key: &str, decision: &Decision) -> io::Result<Vec<u8>> {
    let mut entry = vec![0; SEAL_BYTES];
    decision.write(&mut entry)?;
    let (seal, content) = entry.split_at_mut(SEAL_BYTES);
    seal.copy_from_slice(seal_of(key, content).as_bytes());
    Ok(entry)
}

/// Reads an entry; `None` if it is damaged, cut, or stands under another name.
pub(crate) fn unsealed(key: &str, mut entry: Vec<u8>) -> Option<Decision> {
    let (seal, content) = entry.split_at_checked(SEAL_BYTES)?;
    if seal_of(key, content).as_bytes().as_slice() != seal {
        return None;
    }
    entry.drain(..SEAL_BYTES);
    Decision::read(entry)
}

/// Returns a hash over an entry's name and content; an entry under another name is not trusted.
fn seal_of(key: &str, content: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_derive_key("muster entry of compiled code");
    hasher.update(file_name(key).as_bytes()).update(content);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Machine code of another engine, target or version is never looked for.
    #[test]
    fn another_fingerprint_gives_an_entry_another_name() {
        let keys = |fingerprint: &str| {
            let premises = Premises::new([], fingerprint);
            let code_part = FloatMode::BOTH.map(|mode| premises.key_of_code_part(&[7; 32], mode));
            [code_part[0].clone(), code_part[1].clone(), premises.key(&[7; 32], &Caps::standard())]
        };
        let all = ["prices=3", "prices=3 bounds=checked", "prices=4"].map(keys).concat();
        let different: std::collections::BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), all.len(), "{all:?}");
    }
}
