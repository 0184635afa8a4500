//! Steps through a recorded match: computes everything visible at each ply from a start position and recorded actions.
//! Code that shows, checks or searches a recorded match uses this crate.
//!
//! The crate is pure: it uses no threads, files or system clock, and also runs in a browser.
//!
//! In reading order: [`Recording`], the input of a replay; [`Replay`], which is at one ply and can go to any other
//! ([`Cursor`] is its place alone); [`Frame`], everything visible there; [`Ply`], the next ply; [`LogLine`] and
//! [`Annotation`], a bot's log and drawings, and [`Undrawn`], its failed attempts to draw; [`decisive_blow()`], the
//! event that decided the match; [`mistakes`], the turns that cost a seat expected points; [`resume`], which continues a match from one of its plies; [`rejudge`], which has the
//! referee judge a finished match again; [`archive`], many matches as columns of bytes.

mod annotation;
pub mod archive;
mod decisive_blow;
mod error;
mod frame;
mod log_line;
pub mod mistakes;
mod ply;
mod recording;
mod rejudge;
mod resume;
mod stepping;
mod undrawn;

pub use annotation::{ARROW_TEXT_MAX, Annotation, Colour, EVAL_MAX};
pub use decisive_blow::{DecisiveBlow, decisive_blow};
pub use error::ReplayError;
pub use frame::Frame;
pub use log_line::{ANNOTATIONS_MAX, LogLine, log_lines};
pub use ply::Ply;
pub use recording::Recording;
pub use rejudge::{Claim, Impossible, RejudgeError, rejudge};
pub use resume::resume;
pub use stepping::{Cursor, Replay};
pub use undrawn::{Undrawn, undrawn};
