//! How a program plays over standard input and output: questions and answers as lines of text.
//!
//! This is the protocol alone: texts in, texts out. Who runs the program, what its time is and what becomes of a failure
//! is decided elsewhere. The README describes the protocol for those who write such programs.
//!
//! In reading order:
//!
//! - [`Opening`]: what a program is told at the start of a match.
//! - [`question()`]: a view as text, made from its bytes and the layout, so that it shows nothing else.
//! - [`Output`], [`Said`]: what a program prints, in pieces.
//! - [`action`], [`legal`], [`history`], [`time`]: what the lines of a program mean, and the replies to its requests.
//! - [`Request`]: a program makes positions of its own and plays in them.
//! - [`reference_page`]: the protocol of one game with its fields, as a page.

mod answer;
mod opening;
mod output;
mod page;
mod positions;
mod question;

pub use self::positions::{Request, refusal};
pub use answer::{NoMove, action, history, legal, time};
pub use opening::Opening;
pub use output::{LINE_MAX, Output, Piece, Said, Unreadable};
pub use page::{Sample, reference_page};
pub use question::question;

/// The version of the protocol: the first line of [`Opening`].
pub const VERSION: u32 = 1;

/// The line that ends the opening.
pub const BEGIN: &str = "begin";
/// The line that ends a question.
pub const MOVE: &str = "move?";
/// The request for the legal moves, and the name of the line that lists them.
pub const LEGAL: &str = "legal";
/// The request for the time that is left, and the name of the line that tells it.
pub const TIME: &str = "time";
/// The request for what was played, and the name of the line that says how many actions follow.
pub const HISTORY: &str = "history";
/// The name of the line of an action that was played.
pub const PLAYED: &str = "played";
/// The request over positions of the program's own, and the name of the line that replies.
pub const POSITION: &str = "position";
/// The name of the line of an event.
pub const EVENT: &str = "event";
/// The name of the line of what a move leads to.
pub const CHILD: &str = "child";
/// Before a move that is to be played if the time runs out.
pub const OFFER: &str = "offer";
/// The first character of a line for the log.
pub const NOTE: char = '#';
