//! A recorded match, stepped through: from a start position and recorded actions to what there was to see at each
//! ply. Whoever shows, checks or searches a match that was played steps through it here.
//!
//! Pure, over the seam and the referee's clocks alone: it knows neither threads nor files nor the calendar, and
//! runs in a browser as it does here.
//!
//! In reading order: [`Recording`], what a replay is made from; [`Replay`], which stands at one ply and goes to any
//! other; [`Frame`], all there is to see there; [`Ply`], what is played next; [`rejudge`], which puts a finished match
//! to the referee again.

mod error;
mod frame;
mod ply;
mod recording;
mod rejudge;
mod stepping;

pub use error::ReplayError;
pub use frame::Frame;
pub use ply::Ply;
pub use recording::Recording;
pub use rejudge::{Claim, Impossible, RejudgeError, rejudge};
pub use stepping::Replay;
