//! Output to a terminal: boards, tables, harmless texts, and lines that change in place.
//!
//! In reading order: [`out`], standard output; [`text`], [`table`], [`ticks`]; [`logs`] of bots and their
//! [`failure`]s; [`board`] with its [`event_signs`] and [`ink`]; [`screen`], lines that are rewritten in place;
//! [`time_left`] and [`progress_line`], the progress of a task; [`confirm`], a question to the user; [`person`], a
//! user who plays.

pub mod board;
pub mod confirm;
pub mod event_signs;
pub mod failure;
pub mod ink;
pub mod logs;
pub mod out;
pub mod person;
pub mod progress_line;
pub mod screen;
pub mod table;
pub mod text;
pub mod ticks;
pub mod time_left;
