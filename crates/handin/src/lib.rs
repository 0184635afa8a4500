//! Archives of hand-ins as course systems make them: whose file is whose, and what is refused.
//!
//! [`read()`] reads a zip archive of Moodle or Canvas: each file with who handed it in, as far as its name says, and
//! each entry that is not taken, with the reason. Nothing is written anywhere, so that a path leads nowhere; the caller
//! keeps what it wants. No time is read, because an archive has none that can be trusted.
//!
//! In reading order: [`Sender`], what the name of an entry says; [`read()`], the archive; [`Contents::open_archives`],
//! archives in it; [`original_name`], what a file was called before somebody renamed it; [`pack()`] and [`unpack()`],
//! files kept together, and [`Packing`], many of them; [`unpack_all`], an archive that somebody made by hand.

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
