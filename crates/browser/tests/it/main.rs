//! The tests of `browser`, as one program.

mod archived;
mod common;
mod hostile;
mod live;
mod recorded;
