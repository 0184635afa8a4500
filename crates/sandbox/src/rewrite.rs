//! Rewriting of modules, section by section; no byte of a function ever changes.
//!
//! - [`split`](split::split): splits a large module into its state and its code, so that modules with the same code
//!   share its machine code.
//! - [`snapshot`](snapshot::snapshot): makes a module whose state is that of a running instance.
//! - [`merge_segments`]: returns the same module with fewer data segments.

mod image;
mod module_sections;
mod segments;
mod snapshot;
mod split;

pub use segments::merge_segments;
pub(crate) use snapshot::{GlobalValue, snapshot};
pub(crate) use split::{MEMORY_NAME, global_name, split};
