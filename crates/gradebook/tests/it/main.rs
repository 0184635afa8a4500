//! The tests of `gradebook`, as one program.

mod bytes;
mod formats;
mod hostile;
