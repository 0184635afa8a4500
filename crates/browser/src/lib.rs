//! Rules, replay and referee for a browser.
//!
//! The same crates that play and judge matches, behind a C interface for wasm32 (`exports.rs`; `README.md` has the
//! table). Everything else is safe code that runs on any machine, so ordinary tests cover it. Input is never trusted:
//! wrong handles, damaged records and noise lead to an [`EngineError`].
//!
//! In reading order: [`Engine`], all operations; [`Opening`], the parameters of a match; [`Session`], a match, recorded
//! or in progress; one file for each kind of answer.

mod answer;
mod archived;
mod catalogue;
mod engine;
mod error;
#[cfg(target_arch = "wasm32")]
mod exports;
mod faults;
mod fields;
mod frame;
mod legal;
mod limits;
mod logged;
mod opening;
mod overview;
mod request;
mod seated;
mod seats;
mod session;
mod shapes;
mod verdict;

pub use engine::Engine;
pub use error::EngineError;
pub use opening::Opening;
pub use seated::Parameters;
pub use session::Session;
