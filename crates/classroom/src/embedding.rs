//! A run's modules are put into its own record, so that it can be moved away from its class.

use std::path::Path;

use class::{ClassError, ClassFolder};
use explain::Error;
use json::Shape;
use ledger::RunFolder;
use run::LockedRun;
use schemars::JsonSchema;
use serde::Serialize;

/// The most bytes of a module.
const LONGEST: u64 = 256 << 20;

/// A run that has its modules itself.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EmbeddedModules {
    /// The path of the run's folder.
    run: String,
    /// How many modules were put into it; none if it had all of them.
    pub modules: usize,
}

impl Shape for EmbeddedModules {
    const NAME: &'static str = "class-embed";
    const VERSION: u32 = 1;
}

/// Puts the modules that a run takes from a class's folder into the run. Its results, root and seals stay what they are. The
/// run may be elsewhere already.
///
/// # Errors
/// If there is no class or no run, the run is in use, a module is not in the class, or the run cannot be written to. In
/// that case nothing is changed.
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
