//! `muster submit`: handing in to a class that is served elsewhere.

use std::path::{Path, PathBuf};

use clap::Args;
use class::Secret;
use classroom::{LARGEST_SOURCE, UploadedFile};
use client::{ClassAddress, hand_in};
use explain::Error;
use game::visible_path;
use terminal::out;
use terminal::text::inert;

use crate::exit::Done;

/// `muster submit`
#[derive(Args)]
#[command(after_help = "\
The verdict comes at once, and the exit code is that of `muster class submit`. A token to hand in is made on the class's page, \
under \"For programs\". It is read from a file or from the environment, where other users of this machine do not see it, and sent to the host of --to alone.")]
pub(crate) struct SubmitCommand {
    /// The bot: a .wasm file; a script with the files that it imports; or a zip archive of them.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The address of the class's page, such as `https://muster.example.org/ki/`.
    #[arg(long, value_name = "URL")]
    to: String,
    /// A file with the token and nothing else [default: the environment's `MUSTER_TOKEN`].
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl SubmitCommand {
    pub(crate) fn run(self) -> Done {
        let address = ClassAddress::read(&self.to)?;
        let token = self.token()?;
        let files: Result<Vec<UploadedFile>, Error> = self.files.iter().map(|path| read(path)).collect();
        if address.is_open_to_others() {
            tracing::warn!(
                "{address} is reached without encryption: others on the way can read the token and the bot"
            );
        }
        let handed_in = hand_in(&address, &token, &files?)?;
        if self.json {
            out::line(&handed_in.json.to_string())?;
        } else {
            handed_in.answer.words.iter().try_for_each(|line| out::line(&inert(line)))?;
        }
        handed_in.answer.verdict()
    }

    fn token(&self) -> Result<Secret, Error> {
        let (text, place) = match &self.token_file {
            Some(path) => {
                let text = files::read_text(path, 1024).map_err(|error| unread(path, &error))?;
                (text, visible_path(path))
            }
            None => (std::env::var("MUSTER_TOKEN").unwrap_or_default(), "MUSTER_TOKEN".to_owned()),
        };
        text.trim().parse().map_err(|()| {
            Error::input(format!("{place} has no token, which is 32 hexadecimal digits"))
                .hint("make one on the class's page, under \"For programs\"")
        })
    }
}

/// Reads a file that is handed in.
pub(crate) fn read(path: &Path) -> Result<UploadedFile, Error> {
    let bytes = files::read_bounded(path, LARGEST_SOURCE).map_err(|error| unread(path, &error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(UploadedFile { name, bytes })
}

fn unread(path: &Path, error: &std::io::Error) -> Error {
    Error::input(format!("cannot read {}: {error}", visible_path(path)))
}
