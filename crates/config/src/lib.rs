//! Reads a tournament's TOML text into a checked plan.
//!
//! [`parse`] reads the whole text and returns a [`Plan`], or all of its [`Problems`], each with its line, a caret and a
//! hint. This crate reads no files: the caller of [`parse_with`] reads those that the text names ([`FileSource`]).
//!
//! Every table and key is described in this crate's README.
//!
//! In reading order:
//!
//! - [`Plan`]: the meaning of a text. [`StageSpec`], [`OpeningsSpec`]: a stage of it.
//! - [`OpeningSearch`]: a search for random start positions on several threads; `kept_openings`: those that a run
//!   keeps.
//! - [`Problem`], [`Problems`]: the problems of a text, and their display.
//! - `parse`: the whole text. `entrants`, `clock`, `rules`, `stages`, `formats`, `scoring`, `openings`: its tables.
//!   [`ClassSpec`]: entrants from a class's folder. `checks`: checks across tables.
//! - [`changes`]: the differences between two texts.
//! - [`read_document`]: a text of any kind. [`Reader`], `syntax`: TOML with places. `keys`: every table and key of a
//!   tournament. [`closest`]: "did you mean".
//! - [`read_named`]: the player that `builtin:greedy` stands for. [`UnknownName`]: the error for a name without a
//!   meaning.
//! - [`check_name`], [`fold_name`], [`parse_duration`], [`parse_size`]: single values.

mod aliases;
mod builtin_name;
mod changes;
mod class_entrants;
mod clock;
mod closest;
mod cross_checks;
mod defaults;
mod document;
mod entrant_names;
mod entrants;
mod formats;
mod keys;
mod opening_search;
mod openings;
mod parameters;
mod parse;
mod plan;
mod problem;
mod reader;
mod rules;
mod scoring;
mod seeding;
mod stages;
mod stored_openings;
mod swiss;
mod syntax;
mod units;

pub use aliases::Aliases;
pub use builtin_name::{UnknownName, read_named};
pub use changes::changes;
pub use class_entrants::{ClassEntrant, ClassList, ClassSpec};
pub use closest::{closest, hint as closest_hint};
pub use document::{Document, LONGEST_TEXT, read_document};
pub use entrant_names::{check as check_name, fold as fold_name};
pub use entrants::LONGEST_SETTINGS;
pub use job::SizeClass;
pub use opening_search::{Candidate, Judged, OpeningSearch};
pub use openings::OpeningsSpec;
pub use parse::{FileError, FileSource, parse, parse_as_of, parse_with, read_game};
pub use plan::{BotPlan, EntrantPlan, OnRefused, Plan, SeedPlan};
pub use problem::{OtherLine, Problem, Problems};
pub use reader::{Located, Reader};
pub use rules::read_rules;
pub use seeding::Seeding;
pub use stages::StageSpec;
pub use stored_openings::is_kept_openings;
pub use units::{parse_duration, size as parse_size};
