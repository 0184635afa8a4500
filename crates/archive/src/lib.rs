//! Recorded matches as columns of bytes: what a report publishes of them, and what its viewer replays.
//!
//! [`encode`] writes some hundred matches at once, [`decode`] reads them back. Equal things stand together, column by
//! column, so that gzip makes little of them; this crate does not compress. The format is in `README.md`.
//!
//! The crate is pure and also runs in a browser. Bytes may come from anybody: [`decode`] never panics on them, and what
//! it allocates is bounded by their number.
//!
//! In reading order: [`Row`], one match; [`encode`] and [`decode`]; [`Times`], whether times are exact.

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

/// The version of the format, its first byte.
pub const VERSION: u8 = 1;
