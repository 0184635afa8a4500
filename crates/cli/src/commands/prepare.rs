//! `muster prepare`: compiles the interpreters of scripts in advance.

use std::fmt::Display;
use std::path::PathBuf;

use clap::Args;
use explain::{Error, Kind};
use game::visible_path;
use terminal::out;

use crate::exit::Done;
use crate::host;

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
        let sandbox = host::sandbox(1)?;
        for (module, caps) in script::modules() {
            sandbox.admit(&module, &caps).map_err(|error| failed(&error))?.map_err(|error| failed(&error))?;
            let Some(folder) = &self.into else { continue };
            let compiled = sandbox.compiled_code(&module, &caps).map_err(|error| failed(&error))?;
            if let Some((name, code)) = compiled.map_err(|error| failed(&error))? {
                let path = folder.join(name);
                let cannot = |error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&path)));
                files::write(&path, &code).map_err(cannot)?;
            }
        }
        out::line("the interpreters are ready")
    }
}

fn failed(why: &dyn Display) -> Error {
    Error::new(Kind::Host, format!("cannot prepare an interpreter: {why}"))
}
