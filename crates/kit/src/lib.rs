//! The kits for bot authors, and the projects that begin with one: the fields of a view and the codes of actions in the
//! language at hand, made from the layouts in the rules' own code.
//!
//! To add a language: a file in `languages/`, a folder in `starters/`, and a line in [`LANGUAGES`].

mod board;
mod constants;
mod editor;
mod expression;
mod language;
mod languages;
mod members;
mod pages;
mod project;
mod rules_text;
mod text;

pub use constants::square_names;
pub use language::{File, Language};
pub use languages::{LANGUAGES, UNAVAILABLE};
pub use pages::{game_page, languages_page};
pub use project::project;
pub use text::{KitFile, recognise};
