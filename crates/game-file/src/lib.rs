//! A game from a file: a rules module as `game::Game`.
//!
//! A host performs the [calls](RulesCalls) of the module. This crate reads and checks its declaration ([`open`]) and its
//! answers: a wrong answer is a `game::RulesFault` of the position, never a panic. The `README.md` describes requests,
//! answers and the declaration.
//!
//! In reading order:
//!
//! - [`RulesCalls`], [`Form`], [`CallFailure`]: the calls, as their host offers them.
//! - [`Declaration`]: the JSON with which a module describes its game; `checked`, `notation`, `grid`: its checks.
//! - `rulebook`, `kept`: the declaration in the form of the traits.
//! - `request`, `answer`: the fields of a call.
//! - `position`, `plies`: a state of play, and its text.
//! - `derived`, `reading`, `events`, `drawing`, `gesture`: everything else derived from a position.
//! - `seam`, [`FileGame`]: the implementation of the traits of `game`.
//! - [`open`]: a module to its game.
//! - [`public_difference`]: two states, compared for the author of the rules.

mod answer;
mod calls;
mod checked;
mod declaration;
mod derived;
mod drawing;
mod events;
mod file_game;
mod gesture;
mod grid;
mod kept;
mod notation;
mod open;
mod plies;
mod position;
mod public_state;
mod reading;
mod request;
mod rulebook;
mod seam;

pub use calls::{CallFailure, Form, RulesCalls};
pub use declaration::{
    Declaration, DeclaredAction, DeclaredField, DeclaredGrid, DeclaredMetric, DeclaredOption, DeclaredPart,
    DeclaredPiece, ElementType, Function, GroundTone,
};
pub use file_game::FileGame;
pub use open::{OpenError, open, open_by_hash};
pub use public_state::public_difference;
