//! Errors of a script, for its author.

use std::io;
use std::path::{Path, PathBuf};

use referee::HostFailure;
use sandbox::{HostError, NotAdmitted, Refusal, Undecided};
use thiserror::Error;

use crate::advice;

/// The reason why a script did not become a module.
#[derive(Debug, Error)]
pub enum BuildError {
    /// The file is of another kind.
    #[error("{} is not a script: it does not end in {endings}", path.display())]
    NoScript {
        /// The file.
        path: PathBuf,
        /// The endings of scripts.
        endings: String,
    },
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file is in an encoding other than UTF-8, or is not text.
    #[error("{file}:{line}: byte {at} is 0x{byte:02X}: the file looks like {encoding}, not like UTF-8")]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The position of the byte in the file, from 1.
        at: usize,
        /// The first byte that is not valid UTF-8.
        byte: u8,
        /// The likely encoding of the file.
        encoding: &'static str,
    },
    /// The file is too large for a script.
    #[error("{file} has more than {limit} bytes, the limit for a file of a script")]
    LargeFile {
        /// The file.
        file: String,
        /// Maximum number of bytes.
        limit: u64,
    },
    /// The script has an error, described by the interpreter; the message starts with file, line and column.
    #[error("{message}")]
    Script {
        /// The place and the error.
        message: String,
        /// The output before it: the trace, and the script's own log.
        log: String,
    },
    /// The script did not load in time.
    #[error("{entry}: the top level did not end within {limit}")]
    Endless {
        /// The entry file.
        entry: String,
        /// The maximum time.
        limit: String,
    },
    /// Building the script took too much time in total.
    #[error(
        "{entry} takes more than {limit} to build: it was loaded {starts} times, to find the files that it imports"
    )]
    Slow {
        /// The entry file.
        entry: String,
        /// The maximum time.
        limit: String,
        /// Number of times that the interpreter started it.
        starts: u32,
    },
    /// The interpreter failed: out of memory, or an error of its own.
    #[error("{entry}: the interpreter failed while it loaded the script: {failure}")]
    Failed {
        /// The entry file.
        entry: String,
        /// Fault and detail.
        failure: String,
    },
    /// Stripping types from a file failed: it ran out of time, memory or stack.
    #[error("{file}: cannot strip its types: {failure}")]
    Untyped {
        /// The file.
        file: String,
        /// Fault and detail.
        failure: String,
    },
    /// The script's game is unknown.
    #[error("{entry} imports no game's kit, so its game is unknown")]
    NoGame {
        /// The entry file.
        entry: String,
    },
    /// The script contains the rules of a game instead of a bot.
    #[error("{entry} is the rules of a game, not a bot")]
    Rules {
        /// The entry file.
        entry: String,
    },
    /// The script asks for too many files.
    #[error("{entry} imports more than {limit} files")]
    TooManyFiles {
        /// The entry file.
        entry: String,
        /// Maximum number of files.
        limit: usize,
    },
    /// The module would not be admitted.
    #[error("the bot would be refused: {0}")]
    Refused(Refusal),
    /// The interpreter cannot be decided about on this machine.
    #[error("the interpreter: {0}")]
    Undecided(Undecided),
    /// The host failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The host failed while the script ran.
    #[error(transparent)]
    HostFailed(#[from] HostFailure),
}

impl BuildError {
    /// Returns the same error for a script on disk whose entry file has this path, so that a file that cannot be
    /// built is named by its path.
    #[must_use]
    pub fn beside(self, entry: &Path) -> BuildError {
        match self {
            BuildError::NoScript { path, endings } => {
                BuildError::NoScript { path: entry.with_file_name(path), endings }
            }
            BuildError::Unreadable { path, source } => {
                BuildError::Unreadable { path: entry.with_file_name(path), source }
            }
            other => other,
        }
    }

    /// Returns advice for the author, if the message gives none.
    pub fn advice(&self) -> Option<String> {
        match self {
            BuildError::NoGame { .. } => Some(format!(
                "import the kit of your game, as `muster new` writes it, or name the game: --game NAME, one of {}",
                games::names()
            )),
            BuildError::Rules { entry } => Some(format!("pass it as the game, as in `muster game check {entry}`")),
            BuildError::Endless { .. } => {
                Some("it runs once, when the bot is built: move slow code into choose()".to_owned())
            }
            BuildError::Slow { .. } => Some(
                "import files by fixed names, as in import \"./search.js\", instead of computed ones; compute less at \
                 the top level; split large TypeScript files"
                    .to_owned(),
            ),
            BuildError::Failed { .. } => {
                Some("make smaller tables at the top level, or make them in choose()".to_owned())
            }
            BuildError::Untyped { .. } => {
                Some("split it into smaller files, or reduce deep nesting".to_owned())
            }
            BuildError::TooManyFiles { .. } => Some("merge some of them".to_owned()),
            BuildError::NotUtf8 { .. } => Some(
                "save it again as UTF-8 (VS Code: the encoding in the status bar, then \"Save with Encoding\"; \
                 Windows Notepad: Save as, Encoding; elsewhere: iconv -t UTF-8)"
                    .to_owned(),
            ),
            BuildError::LargeFile { .. } => Some("split it, or leave out data that can be computed".to_owned()),
            BuildError::Refused(refusal) => {
                refusal.objections().first().map(|first| first.advice().to_owned())
            }
            BuildError::Undecided(undecided) => Some(undecided.advice().to_owned()),
            BuildError::Script { message, .. } => advice::on(message).map(str::to_owned),
            _ => None,
        }
    }
}

impl From<NotAdmitted> for BuildError {
    fn from(why: NotAdmitted) -> BuildError {
        match why {
            NotAdmitted::Refused(refusal) => BuildError::Refused(refusal),
            NotAdmitted::Undecided(undecided) => BuildError::Undecided(undecided),
        }
    }
}
