//! Files in memory.

/// A file in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Name or path for messages; the extension tells what it is.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}
