//! What the program takes from its host: the sandbox with its folder of compiled code, and files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sandbox::{Caps, Compiler, HostError, Sandbox, SandboxOptions};

use crate::exit::{Code, Failed};

/// The sandbox for so many matches at once.
pub(crate) fn sandbox(matches: usize) -> Result<Sandbox, Failed> {
    let instances = (matches as u32).saturating_mul(2).saturating_add(8);
    let compiler = Compiler::child().map_err(|error| failed(&error))?;
    let options = SandboxOptions { instances, compiler, cache: cache_folder(), ..SandboxOptions::default() };
    match Sandbox::new(&options) {
        Err(HostError::Cache { .. }) => {
            tracing::warn!("the folder of compiled code cannot be used; every module is compiled anew");
            Sandbox::new(&SandboxOptions { cache: None, ..options }).map_err(|error| failed(&error))
        }
        made => made.map_err(|error| failed(&error)),
    }
}

fn failed(error: &HostError) -> Failed {
    Failed::from_error(Code::Host, error)
}

/// Where compiled modules are kept between runs: `MUSTER_CACHE`, or the user's cache folder.
fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("MUSTER_CACHE") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let from =
        |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = from("XDG_CACHE_HOME")
        .or_else(|| from("LOCALAPPDATA"))
        .or_else(|| from("HOME").map(|home| home.join(".cache")))?;
    base.is_absolute().then(|| base.join("muster").join("compiled"))
}

/// Reads a bot's file.
pub(crate) fn read_bot(path: &Path, caps: &Caps) -> std::io::Result<Arc<[u8]>> {
    if path.is_dir() {
        return Err(std::io::Error::other("it is a folder, not a file"));
    }
    sandbox::read_module(path, caps).map(Arc::from)
}

/// How many matches to play at once when nobody says: one a processor.
pub(crate) fn default_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
