//! What bots say and ask while they play. Pure: it runs no bot, and measures no time.
//!
//! - [`positions`]: positions that a bot creates and plays in while it answers, for bots in any language.
//! - [`lines`]: the protocol of programs that play over standard input and output.

pub mod lines;
pub mod positions;
