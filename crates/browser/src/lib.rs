//! Rules, replay and referee for a browser.
//!
//! The same crates that play and judge matches, behind a C interface for wasm32 (`exports.rs`; `README.md` has the
//! table). Everything else is safe code that runs on any machine, so ordinary tests cover it. Input is never trusted:
//! wrong handles, damaged records and noise lead to an [`EngineError`].
//!
//! In reading order: [`Engine`], all operations; [`MatchStart`], the parameters of a match; [`Session`], a match,
//! recorded or in progress; one file for each kind of answer.

mod answer;
mod archived_match;
mod bot_log;
mod catalogue;
mod drawing_shapes;
mod engine;
mod error;
#[cfg(target_arch = "wasm32")]
mod exports;
mod faults;
mod frame;
mod legal;
mod limits;
mod match_start;
mod mistakes;
mod overview;
#[cfg(target_arch = "wasm32")]
mod page_calls;
mod request;
mod seat_numbers;
mod seated_bot;
mod session;
mod verdict;
mod view_fields;

pub use engine::Engine;
pub use error::EngineError;
pub use match_start::MatchStart;
pub use seated_bot::Parameters;
pub use session::Session;
