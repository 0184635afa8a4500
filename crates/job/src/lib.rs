//! A match job and its record, as values that can be written and read back.
//!
//! A [`Job`] contains everything that a result depends on: modules by hash, settings, game, rule options, start
//! position, limits, seed and engine. The match can therefore be played on a thread, in another process, on another
//! machine or a year later. Its [`Record`] is a pure function of the job. Jobs are played by the `runner` crate.
//!
//! The sender of a value may be hostile: reading never panics, and a value that contradicts itself is refused with an
//! error that names the field. The JSON form is described in this crate's README.
//!
//! In reading order: [`Job`], [`SeatJob`], [`Plays`], [`SizeClass`]; [`Record`], [`Reason`], [`Loss`], [`Closing`];
//! [`SeatRecord`], what one entrant may have of a match; [`RecordError`]; [`Format`].

mod convert;
mod format;
mod hex;
mod job;
mod record;
mod seat_record;
mod wire;

pub use convert::RecordError;
pub use format::Format;
pub use job::{Job, Plays, SeatJob, SizeClass};
pub use record::{Closing, Loss, Mark, Reason, Record};
pub use seat_record::{SeatMatch, SeatRecord};
