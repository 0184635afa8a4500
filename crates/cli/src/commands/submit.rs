//! `muster submit`: submits a bot to a class on a remote server.

#[cfg(feature = "network")]
mod with_network;

use std::path::{Path, PathBuf};

use clap::Args;
use class_operations::NamedFile;
use class_operations::validation::LARGEST_SOURCE;
use explain::Error;

use crate::host;

/// `muster submit`
#[derive(Args)]
#[command(after_help = "\
The verdict is printed at once, and the exit codes are those of `muster class submit`. Create a token for submitting on \
the class's page, under \"Access tokens\". The token is read from a file or from the environment, where other users of \
this machine cannot see it, and is sent only to the host of --to.")]
pub(crate) struct SubmitCommand {
    /// The bot: a .wasm file; a script with the files that it imports; or a zip archive of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The address of the class's page, such as `https://muster.example.org/ki/`.
    #[arg(long, value_name = "URL")]
    to: String,
    /// A file that contains only the token [default: the environment's `MUSTER_TOKEN`].
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[cfg(not(feature = "network"))]
impl SubmitCommand {
    #[expect(clippy::unused_self, reason = "the signature is that of the feature network")]
    pub(crate) fn run(self) -> crate::exit::Done {
        Err(crate::exit::built_without_network("submit over the network"))
    }
}

/// Reads a file to submit.
pub(crate) fn read(path: &Path) -> Result<NamedFile, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(NamedFile { name, ..host::read_file(path, LARGEST_SOURCE)? })
}
