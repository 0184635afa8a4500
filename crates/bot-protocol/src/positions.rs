//! Positions that a bot creates and plays in while it answers: the rules for bots in any language.
//!
//! A host passes each call of its bot as a [`Call`], with the current question ([`Asked`]) and a [`Meter`] that is
//! charged before each step. The crate's `positions.md` describes the calls and their guarantees.

mod call;
mod children;
mod current_question;
mod halt;
mod meter;
mod misuse;
mod perform;
mod phase;
mod playout;
mod position_table;
mod slots;

pub use call::{Call, NAMES, Named, Type};
pub use children::record_len;
pub use current_question::Asked;
pub use meter::{Free, Meter};
pub use misuse::{MISUSE_WORK, MOST_INPUT, MOST_SENTENCE, Misuse};
pub use phase::{DRAWN, WON, phase_code};
pub use position_table::Positions;
pub use slots::{MOST, MOST_BYTES};
