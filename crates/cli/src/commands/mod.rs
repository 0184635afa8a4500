//! One command a file.

pub(crate) mod game;
