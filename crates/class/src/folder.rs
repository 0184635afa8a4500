//! The class's folder: its layout, files by their hashes, what else lies there, and all of it as one file.

pub mod backup;
mod beside;
mod entries;
mod inventory;
mod keeping;
mod layout;

pub use keeping::Keeping;
pub use layout::ClassFolder;
