//! The part of a site that does not depend on a run: pages, scripts, the style sheet. They are the same for every run,
//! and part of the program.
//!
//! In reading order: [`files`], the deployed files with their paths; [`STYLE`] and [`ICON`]; [`rules_script`], the
//! rules as a script; [`bots_script`], the bots to play against; [`reference()`], the bot that values positions;
//! [`single_page`], a match as one file, and [`single_script`], from which a site makes one; [`source_hash`] and
//! [`base64`], for content inside a page.

mod app;
mod bots;
mod coding;
#[cfg(test)]
mod colours;
mod rules;
mod single;

pub use app::{BOARD_STYLE, File, ICON, STYLE, files};
pub use bots::{bots_script, reference};
pub use coding::{base64, source_hash};
pub use rules::{RULES, rules_script};
pub use single::{single_page, single_script};
