//! What the terminal shows: boards and tables.

pub(crate) mod board;
pub(crate) mod ink;
pub(crate) mod marks;
pub(crate) mod table;
pub(crate) mod text;
