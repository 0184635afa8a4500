//! The tests of `replay`, as one program.

mod laws;
mod logs;
mod rejudging;
