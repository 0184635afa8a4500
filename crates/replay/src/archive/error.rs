//! Errors of decoding an archive.

use thiserror::Error;

fn unknown(found: Option<u8>) -> String {
    let found = found.map_or_else(|| "none".to_owned(), |version| version.to_string());
    format!("the archive's version is {found}; only {} is known here", crate::archive::VERSION)
}

/// The reason why bytes are not an archive of matches.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArchiveError {
    /// The first byte is not a known version.
    #[error("{}", unknown(*found))]
    UnknownVersion {
        /// The byte; `None` if there is none.
        found: Option<u8>,
    },
    /// A column ends too early.
    #[error("the column `{column}` of the archive is cut short")]
    Truncated {
        /// The column.
        column: &'static str,
    },
    /// A column goes on after its last value, or the archive after its last column.
    #[error("the column `{column}` of the archive is too long")]
    Surplus {
        /// The column; `end` for the archive as a whole.
        column: &'static str,
    },
    /// A column has an invalid value.
    #[error("the column `{column}` of the archive has an invalid value")]
    Invalid {
        /// The column.
        column: &'static str,
    },
}
