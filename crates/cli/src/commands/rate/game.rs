//! One game of a file, whatever the file's kind.

use std::fmt;

use rating::results::Score;

/// How a game ended, for the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Decided(Score),
    /// Not finished, or not known.
    Unknown,
}

impl Ended {
    pub(crate) fn parse(text: &str) -> Option<Ended> {
        Some(match text {
            "1-0" | "1" => Ended::Decided(Score::Win),
            "0-1" | "0" => Ended::Decided(Score::Loss),
            "1/2-1/2" | "1/2" | "0.5" | "½" | "½-½" => Ended::Decided(Score::Draw),
            "*" => Ended::Unknown,
            _ => return None,
        })
    }
}

/// One game of a file, or several equal ones.
pub(crate) struct Game<'a> {
    /// Where it begins.
    pub(crate) line: u64,
    pub(crate) first: &'a str,
    pub(crate) second: &'a str,
    pub(crate) ended: Ended,
    pub(crate) times: u32,
}

/// A mistake in a file: where it is, what is wrong, and what to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) line: u64,
    pub(crate) what: String,
    pub(crate) remedy: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.what, self.remedy)
    }
}
