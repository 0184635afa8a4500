//! Tests that the two hosts of a bot agree: the sandbox, and the worker of the page on which people play.

mod admission;
mod asked;
pub(crate) mod field;
mod hostile;
mod matches;
mod probe;
pub(crate) mod scripts;
