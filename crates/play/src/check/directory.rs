//! The modules of a directory.

use std::path::{Path, PathBuf};
use std::{fs, io};

use explain::Error;
use game::visible_path;

/// Maximum depth of directories below the named one.
const DEPTH: usize = 6;
/// Maximum number of modules in a directory.
const MODULES: usize = 10_000;

/// Returns the modules in a directory and the directories below it, in the order of their paths. Does not follow links.
///
/// # Errors
/// Returns an error if a directory cannot be read, or contains no modules or too many.
pub fn modules_below(directory: &Path) -> Result<Vec<PathBuf>, Error> {
    let shown = visible_path(directory);
    let mut modules = Vec::new();
    collect(directory, DEPTH, &mut modules)
        .map_err(|error| Error::input(format!("cannot read {shown}: {error}")))?;
    if modules.is_empty() {
        return Err(Error::input(format!("no .wasm file in {shown}"))
            .hint("build the bots first; `muster build` turns scripts into modules"));
    }
    if modules.len() > MODULES {
        return Err(Error::input(format!("more than {MODULES} .wasm files in {shown}"))
            .hint("check its directories one by one"));
    }
    Ok(modules)
}

fn collect(directory: &Path, depth: usize, modules: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let (kind, path) = (entry.file_type()?, entry.path());
        if kind.is_dir() && depth > 0 {
            collect(&path, depth - 1, modules)?;
        } else if kind.is_file()
            && path.extension().is_some_and(|ending| ending == "wasm")
            && modules.len() <= MODULES
        {
            modules.push(path);
        }
    }
    Ok(())
}
