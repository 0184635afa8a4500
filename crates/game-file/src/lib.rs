//! A game from a file: a rules module as `game::Game`.
//!
//! A host performs the [calls](RulesCalls) of the module; this crate reads and checks its declaration and its answers.
//! The `README.md` describes requests, answers and the declaration.

mod calls;

pub use calls::{CallFailure, Form, RulesCalls};
