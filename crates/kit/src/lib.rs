//! The kits for bot authors, and the projects that start from them: the fields of a view and the codes of actions in
//! each language, generated from the layouts in the rules' own code.
//!
//! To add a language, write a file in `languages/` and a folder in `starters/`, and add a line to [`LANGUAGES`] and
//! one to the starters of the crate `games`.

mod board;
mod constants;
mod editor;
mod expression;
mod game_project;
mod language;
mod languages;
mod members;
mod names;
mod pages;
mod project;
mod rules_runtimes;
mod rules_text;
mod tables;
mod text;

#[cfg(test)]
mod tests;

pub use constants::square_names;
pub use game_project::{GAME_LANGUAGES, GameLanguage, game_project};
pub use language::{File, Language};
pub use languages::{LANGUAGES, UNAVAILABLE};
pub use names::{misnomers, reserved};
pub use pages::{game_page, languages_page};
pub use project::project;
pub use rules_runtimes::{RULES_JAVASCRIPT, RULES_JAVASCRIPT_CALLS, RULES_PYTHON, RULES_PYTHON_CALLS};
pub use rules_text::rules;
pub use text::{KitFile, MODULE, recognise};
