//! A tournament's TOML text to a checked plan.
//!
//! [`parse`] reads the whole text and gives a [`Plan`], or all [`Problems`] at once, each with its line, a
//! caret and a hint. It reads no other file: where a bot's file is missing, the caller adds that to the
//! problems with the span that the plan keeps ([`EntrantPlan::bot_span`]).
//!
//! Every table and key is described in this crate's README.

mod clock;
mod entrants;
mod names;
mod parse;
mod plan;
mod problem;
mod reader;
mod rules;
mod stages;
mod units;

pub use parse::parse;
pub use plan::{BotPlan, EntrantPlan, OnRefused, Plan, SeedPlan, SizeClass};
pub use problem::{Problem, Problems};
pub use stages::{OpeningsSpec, StageSpec};
pub use units::parse_duration;
