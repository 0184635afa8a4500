//! What compiling came to, on disk, so that a module is compiled once on a machine: its code, or that it took
//! more than the limits.
//!
//! An entry is named by the module's BLAKE3 and by everything the code depends on: version of wasmtime,
//! target, flags, price table. Machine code runs with the rights of this process, so an entry is read only
//! from a folder that is ours and that nobody else may write to, and only if its hash, kept with it, is
//! right. Entries are written under another name and moved into place.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use wasmtime::Engine;

use crate::compile::CompileLimits;
use crate::{HostError, Objection, os};

/// A folder of compiled code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// Opens a folder, and makes it where it is missing.
    pub(crate) fn open(folder: &Path) -> Result<Cache, HostError> {
        let failed = |source| HostError::Cache { folder: folder.to_owned(), source };
        os::create_private(folder).map_err(failed)?;
        // Not the link but what it leads to is what will be read.
        let folder = folder.canonicalize().map_err(failed)?;
        let metadata = folder.metadata().map_err(failed)?;
        if !os::is_private(&metadata) {
            return Err(HostError::SharedCache { folder });
        }
        Ok(Cache { folder })
    }

    /// What an entry is called.
    pub(crate) fn key(engine: &Engine, fingerprint: &str, module: &[u8; 32]) -> String {
        // The hash covers all of wasmtime's configuration, the part that is not in the fingerprint too.
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        let mut key = blake3::Hasher::new_derive_key("muster compiled code");
        key.update(module);
        key.update(fingerprint.as_bytes());
        key.update(&hasher.finish().to_le_bytes());
        key.finalize().to_hex().to_string()
    }

    /// Whether the folder is still ours alone.
    fn is_ours(&self) -> bool {
        let ours = self.folder.metadata().is_ok_and(|metadata| os::is_private(&metadata));
        if !ours {
            tracing::warn!(folder = %self.folder.display(), "others may write to the folder of compiled code");
        }
        ours
    }

    /// The code of an entry; `None` when there is none, or none that can be trusted.
    pub(crate) fn load(&self, key: &str) -> Option<Vec<u8>> {
        if !self.is_ours() {
            return None;
        }
        let code = fs::read(self.code_path(key)).ok()?;
        let seal = fs::read_to_string(self.seal_path(key)).ok()?;
        let sound = seal == blake3::hash(&code).to_hex().as_str();
        if !sound {
            tracing::warn!(key, "an entry of the folder of compiled code is damaged and is made anew");
        }
        sound.then_some(code)
    }

    /// Stores an entry. Two processes may store the same at once.
    pub(crate) fn store(&self, key: &str, code: &[u8]) -> io::Result<()> {
        self.replace(&self.code_path(key), code)?;
        self.replace(&self.seal_path(key), blake3::hash(code).to_hex().as_bytes())
    }

    /// How compiling ended under just these limits, if it was stopped by them. Other limits decide anew.
    pub(crate) fn refusal(&self, key: &str, limits: CompileLimits) -> Option<Objection> {
        if !self.is_ours() {
            return None;
        }
        let text = fs::read_to_string(self.refusal_path(key)).ok()?;
        let objections = [
            Objection::CompileTime { seconds: limits.seconds },
            Objection::CompileMemory { bytes: limits.bytes },
        ];
        objections.into_iter().find(|objection| refusal_text(key, limits, objection) == text)
    }

    /// Stores that compiling was stopped by its limits.
    pub(crate) fn store_refusal(
        &self,
        key: &str,
        limits: CompileLimits,
        objection: &Objection,
    ) -> io::Result<()> {
        self.replace(&self.refusal_path(key), refusal_text(key, limits, objection).as_bytes())
    }

    fn replace(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = self.folder.join(format!(".{}-{number}.part", process::id()));
        let written = fs::File::create_new(&temporary).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
            // The first error is the one to report.
            drop(fs::remove_file(&temporary));
        })
    }

    fn code_path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.code"))
    }

    fn seal_path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.blake3"))
    }

    fn refusal_path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.refused"))
    }
}

/// A refusal as it is kept: what was decided under which limits, and a hash over that and the entry's name.
fn refusal_text(key: &str, CompileLimits { seconds, bytes }: CompileLimits, objection: &Objection) -> String {
    let decided = format!("{objection}\nunder {seconds} s of processor time and {bytes} bytes of memory\n");
    let seal = blake3::Hasher::new_derive_key("muster refused to compile")
        .update(key.as_bytes())
        .update(decided.as_bytes())
        .finalize();
    format!("{decided}{}\n", seal.to_hex())
}
