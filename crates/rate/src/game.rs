//! One game of a file, whatever the file's format.

use rating::results::Score;
use thiserror::Error;

/// How a game ended, for the first seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Decided(Score),
    /// Not finished, or not known.
    Unknown,
}

impl Ending {
    pub(crate) fn parse(text: &str) -> Option<Ending> {
        Some(match text {
            "1-0" | "1" => Ending::Decided(Score::Win),
            "0-1" | "0" => Ending::Decided(Score::Loss),
            "1/2-1/2" | "1/2" | "0.5" | "½" | "½-½" => Ending::Decided(Score::Draw),
            "*" => Ending::Unknown,
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
    pub(crate) ending: Ending,
    pub(crate) times: u32,
}

/// A mistake in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}; {remedy}")]
pub struct Mistake {
    /// Where it is, from 1.
    pub line: u64,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub remedy: String,
}
