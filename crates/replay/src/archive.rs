//! Recorded matches as columns of bytes: a report publishes them, and its viewer replays them.
//!
//! [`encode`] writes some hundred matches at once, [`decode`] reads them back. Values of one kind are stored
//! together, column by column, so that gzip compresses them well; this module does not compress. The format is in
//! `README.md`.
//!
//! The module is pure and also runs in a browser. The bytes may come from untrusted sources: [`decode`] never panics
//! on them, and their number bounds its allocations.
//!
//! In reading order: [`Row`], one match; [`encode`] and [`decode`]; [`Times`], exact or rounded times.

mod columns;
mod decode;
mod encode;
mod error;
mod heads;
mod row;
mod times;

pub use decode::decode;
pub use encode::encode;
pub use error::ArchiveError;
pub use row::Row;
pub use times::Times;

/// The version of the format, stored in the first byte.
pub const VERSION: u8 = 1;
