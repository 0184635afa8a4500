//! The single interface to the disk: everything durable that Muster writes passes through here, except the writes of
//! SQLite.
//!
//! - whole files: [`replace`], [`replace_private`], [`write()`], [`copy`], [`read_bounded`];
//! - files that are written piece by piece: [`File`], [`TemporaryFile`];
//! - names: [`rename`], [`rename_new`], [`exchange`], [`remove`], [`remove_if_there`], [`remove_all`];
//! - directories: [`create_dir`], [`create_dir_unless_there`], [`create_dir_all`], [`TemporaryDir`];
//! - durability: [`File::sync`], [`sync_file`], [`sync_dir`], [`sync_file_system`];
//! - access: [`restrict_dir`], [`restrict_file`], [`set_permissions`].
//!
//! Operations that the host refuses only temporarily are retried here, and nowhere else ([`retry`]). With the feature
//! `watch`, tests see every [`Operation`] before it happens, and can refuse it.

mod access;
mod directory;
mod file;
mod interception;
mod lock;
mod names;
mod operation;
mod read;
mod retry;
mod temporary;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "watch"))]
mod watch;
mod whole_file;

pub use access::{private, restrict_dir, restrict_file, set_permissions};
pub use directory::{
    create_dir, create_dir_all, create_dir_all_private, create_dir_unless_there, remove_dir, sync_dir,
    sync_file_system, try_to_write_in,
};
pub use file::{File, sync_file};
pub use names::{exchange, remove, remove_all, remove_if_there, rename, rename_new};
pub use operation::{Operation, OperationKind};
pub use read::{open, read_bounded, read_text};
pub use retry::{is_momentary, retry};
pub use temporary::{TemporaryDir, TemporaryFile};
#[cfg(any(test, feature = "watch"))]
pub use watch::{Verdict, Watch, Watched, watch};
pub use whole_file::{copy, replace, replace_private, write};
