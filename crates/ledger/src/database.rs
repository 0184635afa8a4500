//! The ledger's guarantees for other records that are one SQLite file in a private folder.

pub use crate::connect::{OpenDatabase, check_pages, copy, create, purge, settle, to_read, to_write};
pub use crate::folder::{file_system, network_name, refuse_link};
pub use crate::tables::check_tables;
