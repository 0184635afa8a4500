//! Stepping through a recorded match: from a start position and recorded actions to everything that can be seen at each
//! ply. Code that shows, checks or searches a recorded match uses this crate.
//!
//! The crate is pure: it depends only on `game` and `referee`, uses no threads, files or system clock, and also runs in
//! a browser.
//!
//! In reading order: [`Recording`], what a replay is made from; [`Replay`], which is at one ply and can go to any
//! other ([`Cursor`] is its place alone); [`Frame`], everything that can be seen there; [`Ply`], what is played next;
//! [`LogLine`] and [`Annotation`], what a bot logged and drew, and
//! [`Undrawn`], what it meant to; [`turning_point()`], when a match turned; [`resume`],
//! which continues a match from one of its plies; [`rejudge`], which has the referee judge a finished match again.

mod annotation;
mod error;
mod frame;
mod log_line;
mod ply;
mod recording;
mod rejudge;
mod resume;
mod stepping;
mod turning_point;
mod undrawn;

pub use annotation::{ARROW_TEXT_MAX, Annotation, Colour, EVAL_MAX};
pub use error::ReplayError;
pub use frame::Frame;
pub use log_line::{ANNOTATIONS_MAX, LogLine, log_lines};
pub use ply::Ply;
pub use recording::Recording;
pub use rejudge::{Claim, Impossible, RejudgeError, rejudge};
pub use resume::resume;
pub use stepping::{Cursor, Replay};
pub use turning_point::turning_point;
pub use undrawn::{Undrawn, undrawn};
