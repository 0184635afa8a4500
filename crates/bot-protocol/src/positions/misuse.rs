//! Invalid calls.

use std::fmt::{self, Display, Write};

use thiserror::Error;

use crate::positions::{MOST, MOST_BYTES};

/// Maximum number of bytes that a call reads: a text, or actions.
pub const MOST_INPUT: u64 = 1 << 16;
/// Extra work of a misuse. Its sentence is written even if the bot does not ask for it.
pub const MISUSE_WORK: u64 = 1_500;
/// Maximum number of bytes of a sentence, which may quote the bot's input.
pub const MOST_SENTENCE: usize = 500;

/// An invalid call. The bot receives a negative code, and may ask for the sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misuse {
    /// The tournament or the class has disabled positions.
    #[error(
        "positions are switched off by `positions = false`, under [limits] of the tournament or in class.toml: write the rules yourself"
    )]
    Off,
    /// The bot is not answering a question.
    #[error(
        "no question is being answered: a position can be made only while the bot chooses, not while it starts or is built"
    )]
    NotAsked,
    /// There is no position with this handle.
    #[error("there is no position {0}: it was released, or belongs to an earlier question")]
    NoPosition(i32),
    /// An action is illegal in the position, missing, or superfluous.
    #[error("{0}")]
    BadAction(String),
    /// A text is not a position.
    #[error("the text is not a position: {0}")]
    BadText(String),
    /// More bytes than a call reads.
    #[error("there are more bytes than a call reads: at most {MOST_INPUT}")]
    TooLong,
    /// There is no room for another position.
    #[error(
        "there are too many positions: {MOST} of them, and {MOST_BYTES} bytes, are allowed at once; release those that are done with"
    )]
    Full,
    /// A number is not a seat.
    #[error("{0} is not a seat; the seats are 0 and 1")]
    BadSeat(i32),
}

impl Misuse {
    /// Returns the code that a call returns.
    pub const fn code(&self) -> i32 {
        match self {
            Misuse::Off => -1,
            Misuse::NotAsked => -2,
            Misuse::NoPosition(_) => -3,
            Misuse::BadAction(_) => -4,
            Misuse::BadText(_) | Misuse::TooLong => -5,
            Misuse::Full => -6,
            Misuse::BadSeat(_) => -7,
        }
    }
}

/// Writes a sentence of at most [`MOST_SENTENCE`] bytes. A longer one ends with `…`.
pub(crate) fn sentence(words: &dyn Display) -> String {
    let mut written = Bounded(String::new());
    // Writing stops when there is no more room.
    let _ = write!(written, "{words}");
    written.0
}

/// A text of bounded length.
struct Bounded(String);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = MOST_SENTENCE.saturating_sub(self.0.len());
        if text.len() <= room {
            self.0.push_str(text);
            return Ok(());
        }
        self.0.push_str(&text[..text.floor_char_boundary(room.saturating_sub('…'.len_utf8()))]);
        self.0.truncate(self.0.floor_char_boundary(MOST_SENTENCE - '…'.len_utf8()));
        self.0.push('…');
        Err(fmt::Error)
    }
}
