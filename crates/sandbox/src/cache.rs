//! What was decided about modules, on disk, so that one is checked and compiled once on a machine: what it consists of
//! and its code, or why it is refused.
//!
//! An entry is named by the module's BLAKE3 and by everything the decision depends on: caps, door, version of wasmtime,
//! target, flags, price table. Machine code runs with the rights of this process, so an entry is read only from a
//! folder that is ours and that nobody else may write to, and only if the hash that it begins with is right. Entries
//! are written under another name and moved into place.

mod evict;

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use wasmtime::Engine;

use self::evict::Evicting;
use crate::compile::CompileLimits;
use crate::decision::Decision;
use crate::{Caps, HostError, Objection, Refusal, door, feature, interface, os};

/// How the files of entries end.
const ENDING: &str = "decided";
/// How the files end that become entries when they are whole.
const HALF_WRITTEN: &str = "part";
/// Bytes of the hash that an entry begins with.
const SEAL_BYTES: usize = 32;

/// A folder of decisions.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    evicting: Evicting,
}

/// What the name of an entry is made of, besides the module and its caps.
#[derive(Debug)]
pub(crate) struct Premises(blake3::Hasher);

impl Premises {
    /// Everything that decisions depend on besides module and caps.
    pub(crate) fn new<'a>(engines: impl IntoIterator<Item = &'a Engine>, fingerprint: &str) -> Premises {
        let mut key = blake3::Hasher::new_derive_key("muster decided about a module");
        key.update(fingerprint.as_bytes());
        for engine in engines {
            // The hash covers all of wasmtime's configuration, the part that is not in the fingerprint too.
            let mut hasher = DefaultHasher::new();
            engine.precompile_compatibility_hash().hash(&mut hasher);
            key.update(&hasher.finish().to_le_bytes());
        }
        key.update(
            format!("{} {:?} {:?}", door::VERSION, feature::PROFILE, interface::every_import()).as_bytes(),
        );
        Premises(key)
    }

    /// What the entry of a module is called.
    pub(crate) fn key(&self, module: &[u8; 32], caps: &Caps) -> String {
        let mut key = self.0.clone();
        key.update(module);
        key.update(format!("{caps:?}").as_bytes());
        key.finalize().to_hex().to_string()
    }
}

impl Cache {
    /// Opens a folder that is to have at most the given number of bytes, and creates it if it is missing.
    pub(crate) fn open(folder: &Path, most: u64) -> Result<Cache, HostError> {
        let failed = |source| HostError::Cache { folder: folder.to_owned(), source };
        os::create_private(folder).map_err(failed)?;
        // Not the link but what it leads to is what will be read.
        let folder = folder.canonicalize().map_err(failed)?;
        let metadata = folder.metadata().map_err(failed)?;
        if !os::is_private(&metadata) {
            return Err(HostError::SharedCache { folder });
        }
        Ok(Cache { folder, evicting: Evicting::new(most) })
    }

    /// Whether the folder is still ours alone.
    fn is_ours(&self) -> bool {
        let ours = self.folder.metadata().is_ok_and(|metadata| os::is_private(&metadata));
        if !ours {
            tracing::warn!(folder = %self.folder.display(), "others may write to the folder of compiled code");
        }
        ours
    }

    /// What was decided about a module. `None` when nothing was, nothing that can be trusted, or nothing that holds
    /// under these limits of the compiler.
    pub(crate) fn load(&self, key: &str, limits: Option<CompileLimits>) -> Option<Decision> {
        if !self.is_ours() {
            return None;
        }
        let by_module = read(&self.path(key), key);
        by_module.or_else(|| read(&self.path(&stopped(key, limits?)), key))
    }

    /// Stores what was decided. Two processes may store the same at once.
    pub(crate) fn store(
        &self,
        key: &str,
        limits: Option<CompileLimits>,
        decision: &Decision,
    ) -> io::Result<()> {
        let path = match (decision, limits) {
            (Decision::Refused(refusal), Some(limits)) if depends_on_limits(refusal) => {
                self.path(&stopped(key, limits))
            }
            _ => self.path(key),
        };
        let mut content = Vec::new();
        decision.write(&mut content)?;
        let seal = seal_of(&path, &content);
        self.replace(&path, &[seal.as_bytes(), &content])?;
        self.evicting.stored(&self.folder, (SEAL_BYTES + content.len()) as u64);
        Ok(())
    }

    fn replace(&self, path: &Path, parts: &[&[u8]]) -> io::Result<()> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!(".{}-{number}.{HALF_WRITTEN}", process::id()));
        let written = File::create_new(&temporary).and_then(|mut file| {
            parts.iter().try_for_each(|part| file.write_all(part))?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
            // The first error is the one to report.
            drop(fs::remove_file(&temporary));
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ENDING}"))
    }
}

/// Reads an entry; `None` when there is none, or none that can be trusted.
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
    // What is used stays longest. Without it, what is old goes first, which is no worse than slower.
    drop(file.set_modified(SystemTime::now()));
    decision
}

/// Whether a module was stopped by the compiler's limits, so that others would decide anew.
fn depends_on_limits(refusal: &Refusal) -> bool {
    let by_limits = |objection: &Objection| {
        matches!(objection, Objection::CompileTime { .. } | Objection::CompileMemory { .. })
    };
    refusal.objections().iter().any(by_limits)
}

/// What the entry of a module is called that just these limits stopped.
fn stopped(key: &str, CompileLimits { seconds, bytes }: CompileLimits) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("muster stopped compiling a module");
    hasher.update(key.as_bytes()).update(&seconds.to_le_bytes()).update(&bytes.to_le_bytes());
    hasher.finalize().to_hex().to_string()
}

/// A hash over an entry and its name: under another name it is not believed.
fn seal_of(path: &Path, content: &[u8]) -> blake3::Hash {
    let name = path.file_name().unwrap_or_default();
    let mut hasher = blake3::Hasher::new_derive_key("muster entry of compiled code");
    hasher.update(name.as_encoded_bytes()).update(content);
    hasher.finalize()
}
