//! Reads archives of submissions exported from course systems, and assigns files to senders.
//!
//! [`read()`] reads a zip archive of Moodle or Canvas. It returns each file with the sender that its name gives, and
//! each skipped entry with the reason. It writes nothing to disk, so paths are harmless; the caller stores the files
//! that it needs. It ignores timestamps, because those of an archive cannot be trusted.
//!
//! In reading order: [`Sender`], parsed from an entry's name; [`read()`], the archive; [`Contents::open_archives`],
//! archives in it; [`original_name`], a file's name before it was renamed; [`pack()`] and [`unpack()`], files stored
//! together; [`Packing`], many of them; [`unpack_all`], an archive made by hand.

mod archive;
mod desktop;
mod nested;
mod pack;
mod renamed;
mod sender;
mod unpack;

pub use archive::{ArchiveError, Contents, EntryRefusal, HandIn, Limits, SkippedEntry, read};
pub use nested::{is_archive, is_unopened_archive};
pub use pack::{Packing, pack};
pub use renamed::original_name;
pub use sender::{EntryName, Form, Sender, entry_name};
pub use unpack::{UnpackError, unpack, unpack_all};
