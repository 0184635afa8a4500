//! Positions that a bot makes and plays in while it answers: the rules at hand, whatever language it is written in.
//!
//! A host passes what its bot asks for as a [`Call`], with what the bot was asked ([`Asked`]) and a [`Meter`] that is
//! charged before each step. The crate's `README.md` has the calls and what holds of them.

mod asked;
mod call;
mod children;
mod halt;
mod meter;
mod misuse;
mod perform;
mod phase;
mod playout;
mod positions;
mod slots;

pub use asked::Asked;
pub use call::{Call, NAMES, Named, Type};
pub use children::record_len;
pub use meter::{Free, Meter};
pub use misuse::{MISUSE_WORK, MOST_INPUT, MOST_SENTENCE, Misuse};
pub use phase::{DRAWN, WON, phase_code};
pub use positions::Positions;
pub use slots::{MOST, MOST_BYTES};
