//! The class's folder: its layout, its files named by hash, its other files, and backups.

pub mod backup;
mod beside;
mod entries;
mod inventory;
mod keeping;
mod layout;

pub use keeping::Keeping;
pub use layout::ClassFolder;
