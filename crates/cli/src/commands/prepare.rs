//! `muster prepare`: compiles the interpreters of scripts in advance.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Args;
use explain::{Error, Kind};
use game::visible_path;
use terminal::out;

use crate::exit::Done;
use crate::host::{self, SET_CACHE};

/// `muster prepare`
#[derive(Args)]
#[command(after_help = "\
Each interpreter is compiled once per user and machine: when the first script in its language is built, checked or \
played. A package contains the compiled code. This command compiles what is missing, for example before a class starts.")]
pub(crate) struct PrepareCommand {
    /// Also write the compiled code to this folder, for a package.
    #[arg(long, value_name = "DIR", hide = true)]
    into: Option<PathBuf>,
}

impl PrepareCommand {
    pub(crate) fn run(self) -> Done {
        let sandbox = host::storing_sandbox()?;
        for (module, caps) in script::modules() {
            // Admitting a module also stores it.
            let is_stored = || -> Result<bool, Error> {
                let admitted = sandbox.admit(&module, &caps).map_err(|error| failed(&error))?;
                let making = admitted.map_err(|error| failed(&error))?.making();
                Ok(making.cached && making.shared)
            };
            let was_stored = is_stored()?;
            if let Some(folder) = &self.into {
                let compiled = sandbox.compiled_code(&module, &caps).map_err(|error| failed(&error))?;
                if let Some((name, entry)) = compiled.map_err(|error| failed(&error))? {
                    write(&folder.join(name), &entry)?;
                }
            } else if !was_stored && !is_stored()? {
                let what = "the compiled interpreters cannot be stored";
                return Err(
                    Error::new(Kind::Host, what).hint(format!("free some disk space, or {SET_CACHE}"))
                );
            }
        }
        out::line("the interpreters are ready")
    }
}

fn write(path: &Path, entry: &[u8]) -> Done {
    let cannot = |error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)));
    files::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| files::write(path, entry))
        .map_err(cannot)
}

fn failed(why: &dyn Display) -> Error {
    Error::new(Kind::Host, format!("cannot prepare an interpreter: {why}"))
}
