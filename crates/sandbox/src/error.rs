//! Errors of the host itself.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// The host cannot do its part. This is never a bot's fault.
#[derive(Debug, Error)]
pub enum HostError {
    /// The engine could not be created.
    #[error("cannot create the engine on this host: {0}")]
    Engine(String),
    /// The processor lacks features of the baseline.
    #[error(
        "this processor lacks {missing}, which Muster requires and x86-64 processors have had since 2009: use another \
         machine, or give a virtual machine the processor type of its host"
    )]
    Processor {
        /// The features.
        missing: String,
    },
    /// The compiling child could not be run.
    #[error("{what}")]
    Compiler {
        /// The operation that failed.
        what: String,
        /// The cause.
        source: io::Error,
    },
    /// The folder of compiled code cannot be used.
    #[error("cannot use the folder of compiled code {}", folder.display())]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another user could put code there.
    #[error(
        "the folder of compiled code {} is not private: it must belong to this user, and no other user may \
         write to it",
        folder.display()
    )]
    SharedCache {
        /// The folder.
        folder: PathBuf,
    },
    /// The limits of this process are below what a compiling child needs.
    #[error("compiling a module needs {0}")]
    Room(String),
}

impl HostError {
    pub(crate) fn engine(error: &wasmtime::Error) -> HostError {
        HostError::Engine(format!("{error:#}"))
    }
}
