//! A match to be played and its record, as values that can be written down and read back.
//!
//! A [`Job`] says everything that a result depends on, so that a match can be played on a thread, in another process,
//! on another machine or next year: modules by hash, settings, game, rule options, start position, limits, seed, engine.
//! Its [`Record`] is a pure function of it. Playing one is the runner's part.
//!
//! Whoever sends a value may be hostile: reading one never panics, and what contradicts itself is refused by an error
//! that names the field. The JSON form is in this crate's README.
//!
//! In reading order: [`Job`], [`SeatJob`], [`Plays`], [`SizeClass`]; [`Record`], [`Reason`], [`Loss`], [`Closing`];
//! [`RecordError`]; [`Format`].

mod convert;
mod format;
mod hex;
mod match_job;
mod record;
mod wire;

pub use convert::RecordError;
pub use format::Format;
pub use match_job::{Job, Plays, SeatJob, SizeClass};
pub use record::{Closing, Loss, Mark, Reason, Record};
