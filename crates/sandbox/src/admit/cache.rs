//! Decisions about modules, on disk, so that each module is checked and compiled once on a machine: its sizes and code,
//! or why it is refused. What stopped a compiling child, its time, its memory or a crash, is no decision and never here.
//!
//! An entry is named after the module's BLAKE3 and everything the decision depends on: caps, inspection, version of wasmtime,
//! target, flags, price table. Machine code runs with the rights of this process, so an entry is read only from a
//! folder that belongs to this user and that no one else may write to, and only if the hash that it begins with is
//! right. Entries are written under another name and moved into place.

mod evict;
mod reservation;

use std::fs::File;
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
/// File extension of what is locked while an entry is made.
const RESERVED: &str = "lock";
/// How long a process waits for another one, which may have been suspended.
const PATIENCE: Duration = Duration::from_mins(3);
/// Bytes of the hash that an entry begins with.
const SEAL_BYTES: usize = 32;

/// A folder of decisions.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    evicting: Evicting,
}

/// What the name of an entry depends on besides the module and its caps.
#[derive(Debug)]
pub(crate) struct Premises(blake3::Hasher);

impl Premises {
    /// Collects everything that decisions depend on besides module and caps.
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

    /// The name of a module's entry.
    pub(crate) fn key(&self, module: &[u8; 32], caps: &Caps) -> String {
        let mut key = self.0.clone();
        key.update(module);
        key.update(format!("{caps:?}").as_bytes());
        key.finalize().to_hex().to_string()
    }

    /// The name of a code part's entry.
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
        // What a link points to is what will be read, so that is what is checked.
        let folder = folder.canonicalize().map_err(failed)?;
        let metadata = folder.metadata().map_err(failed)?;
        if !os::is_private(&metadata) {
            return Err(HostError::SharedCache { folder });
        }
        Ok(Cache { folder, evicting: Evicting::new(most) })
    }

    /// Whether the folder still belongs to this user and is closed to other writers.
    fn is_ours(&self) -> bool {
        let ours = self.folder.metadata().is_ok_and(|metadata| os::is_private(&metadata));
        if !ours {
            tracing::warn!(folder = %self.folder.display(), "others may write to the folder of compiled code");
        }
        ours
    }

    /// What was decided about a module; `None` if there is no decision that can be trusted.
    pub(crate) fn load(&self, key: &str) -> Option<Decision> {
        self.is_ours().then(|| read(&self.path(key), key)).flatten()
    }

    /// Stores a decision. Two processes may store the same one at once.
    pub(crate) fn store(&self, key: &str, decision: &Decision) -> io::Result<()> {
        let path = self.path(key);
        let mut content = Vec::new();
        decision.write(&mut content)?;
        let seal = seal_of(&path, &content);
        self.replace(&path, &[seal.as_bytes(), &content])?;
        self.evicting.stored(&self.folder, (SEAL_BYTES + content.len()) as u64);
        Ok(())
    }

    /// Waits while another process makes the decision of this name, and has others wait while this one does. `None` if that
    /// takes too long, or is not possible here: then it is made twice, which only costs time.
    pub(crate) fn reserve(&self, key: &str) -> Option<Reservation> {
        Reservation::wait_for(self.folder.join(format!(".{key}.{RESERVED}")), PATIENCE)
    }

    /// Removes a decision, and returns whether there was one.
    pub(crate) fn remove(&self, key: &str) -> io::Result<bool> {
        files::remove_if_there(&self.path(key))
    }

    fn replace(&self, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!(".{}-{number}.{HALF_WRITTEN}", process::id()));
        let written = files::File::create_new(&temporary).and_then(|mut file| {
            parts.iter().try_for_each(|part| file.write_all(part))?;
            file.sync()
        });
        written.and_then(|()| files::rename(&temporary, path)).inspect_err(|_| {
            // The first error is the one to report.
            drop(files::remove(&temporary));
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }
}

/// Reads an entry; `None` if there is no entry, or if it cannot be trusted.
fn read(path: &Path, key: &str) -> Option<Decision> {
    let mut file = File::open(path).ok()?;
    let mut seal = [0; SEAL_BYTES];
    let mut content = Vec::new();
    let read = file.read_exact(&mut seal).and_then(|()| file.read_to_end(&mut content));
    let sound = read.is_ok() && seal == *seal_of(path, &content).as_bytes();
    let decision = if sound { Decision::read(content) } else { None };
    if decision.is_none() {
        tracing::warn!(key, "an entry of the folder of compiled code is damaged and is made anew");
    }
    // Recently used entries stay longest. If this fails, the oldest go first, which only costs time.
    drop(file.set_modified(SystemTime::now()));
    decision
}

/// A hash over an entry and its name: under another name the entry is not trusted.
fn seal_of(path: &Path, content: &[u8]) -> blake3::Hash {
    let name = path.file_name().unwrap_or_default();
    let mut hasher = blake3::Hasher::new_derive_key("muster entry of compiled code");
    hasher.update(name.as_encoded_bytes()).update(content);
    hasher.finalize()
}
