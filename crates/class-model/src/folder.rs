//! The class's folder: its layout, its files named by hash, its other files, and backups.

pub mod backup;
mod inventory;
mod layout;
mod opponent_files;
mod submitted_files;
mod zip_entries;

pub use layout::ClassFolder;
pub use submitted_files::FileBatch;
