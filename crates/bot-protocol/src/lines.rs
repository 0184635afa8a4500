//! The protocol of a program that plays over standard input and output: questions and answers as lines of text.
//!
//! This is the protocol alone: texts in, texts out. Running the program, measuring its time and handling failures
//! happen elsewhere. The README describes the protocol for authors of such programs.
//!
//! In reading order:
//!
//! - [`Opening`]: the information for a program at the start of a match.
//! - [`question()`]: a view as text, made from its bytes and the layout, so it shows nothing else.
//! - [`Output`], [`Said`]: the output of a program, in pieces.
//! - [`action`], [`legal`], [`history`], [`time`]: the moves of a program, and the replies to its requests.
//! - [`Request`]: a program's requests on its own positions.
//! - [`reference_page`]: the protocol of one game with its fields, as a page.

mod answer;
mod opening;
mod output;
mod page;
mod question;
mod request;

pub use answer::{NoMove, action, history, legal, time};
pub use opening::Opening;
pub use output::{LINE_MAX, Output, Piece, Said, Unreadable};
pub use page::{Sample, reference_page};
pub use question::question;
pub use request::{Request, refusal};

/// The version of the protocol: the first line of [`Opening`].
pub const VERSION: u32 = 1;

/// The line that ends the opening.
pub const BEGIN: &str = "begin";
/// The line that ends a question.
pub const MOVE: &str = "move?";
/// The request for the legal moves, and the name of the line that lists them.
pub const LEGAL: &str = "legal";
/// The request for the remaining time, and the name of the line with it.
pub const TIME: &str = "time";
/// The request for the actions played, and the name of the line with their number.
pub const HISTORY: &str = "history";
/// The name of the line of an action played.
pub const PLAYED: &str = "played";
/// The request on a program's own positions, and the name of the line that replies.
pub const POSITION: &str = "position";
/// The name of the line of an event.
pub const EVENT: &str = "event";
/// The name of the line of a child: a move and its result.
pub const CHILD: &str = "child";
/// Precedes a move to play if the time runs out.
pub const OFFER: &str = "offer";
/// The first character of a line for the log.
pub const NOTE: char = '#';
