//! One command a file.

pub(crate) mod build;
pub(crate) mod call;
mod call_line;
pub(crate) mod check;
pub(crate) mod completions;
mod dry_run;
mod entered;
mod entrant;
mod folder;
pub(crate) mod game;
pub(crate) mod log;
mod logs;
mod made_for;
mod match_options;
pub(crate) mod new;
mod opened_match;
pub(crate) mod play;
pub(crate) mod rate;
pub(crate) mod report;
pub(crate) mod rule;
pub(crate) mod run;
mod saved_match;
pub(crate) mod signature;
pub(crate) mod sprt;
mod stage_settings;
pub(crate) mod verify;
pub(crate) mod why;
