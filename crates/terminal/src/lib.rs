//! What a terminal shows: boards, tables, texts that do it no harm, and what changes in place.
//!
//! In reading order: [`out`], what is written to standard output; [`text`], [`table`], [`ticks`]; [`logs`] of bots and their
//! [`failure`]s; [`board`] with its [`marks`] and [`ink`]; [`screen`], lines that are written again in place; [`time_left`] and
//! [`progress_line`], how far something is; [`confirm`], a question to whoever sits there; [`person`], who sits there and plays.

pub mod board;
pub mod confirm;
pub mod failure;
pub mod ink;
pub mod logs;
pub mod marks;
pub mod out;
pub mod person;
pub mod progress_line;
pub mod screen;
pub mod table;
pub mod text;
pub mod ticks;
pub mod time_left;
