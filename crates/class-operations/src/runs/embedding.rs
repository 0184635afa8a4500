//! Embedding a run's modules into its own record, so that the run can be moved away from its class.

use std::path::Path;

use class_model::{ClassError, ClassFolder};
use explain::Error;
use json::Shape;
use ledger::RunFolder;
use run_folder::LockedRun;
use schemars::JsonSchema;
use serde::Serialize;

/// Maximum size of a module, in bytes.
const LONGEST: u64 = 256 << 20;

/// A run that contains all its modules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EmbeddedModules {
    /// The path of the run's folder.
    run: String,
    /// Number of modules that were embedded; 0 if the run had all of them.
    pub modules: usize,
}

impl Shape for EmbeddedModules {
    const NAME: &'static str = "class-embed";
    const VERSION: u32 = 1;
}

/// Embeds the modules that a run takes from a class's folder into the run. Its results, root and seals stay the same.
/// The run may be outside the class's folder.
///
/// # Errors
/// If there is no class or no run, the run is in use, a module is not in the class, or the run cannot be written to.
/// The run is then unchanged.
pub fn embed_modules(class: &Path, run: &Path) -> Result<EmbeddedModules, Error> {
    let class = ClassFolder::at(class);
    if !class.holds_class() {
        return Err(ClassError::NoClass { path: class.root().to_owned() }.into());
    }
    let folder = RunFolder::at(run);
    let embedded = LockedRun::take(&folder)
        .and_then(LockedRun::into_ledger)
        .and_then(|(mut ledger, _lock)| ledger.embed_modules(|hash| class.read(hash, LONGEST).ok()));
    let modules = embedded.map_err(|error| folder.explain(&error))?;
    Ok(EmbeddedModules { run: run.display().to_string(), modules })
}
