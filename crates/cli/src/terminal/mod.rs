//! What the terminal shows: boards, tables and what changes in place.

pub(crate) mod board;
pub(crate) mod confirm;
pub(crate) mod ink;
pub(crate) mod marks;
pub(crate) mod screen;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod ticks;
