//! The part of a run that a site shows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tournament::MatchKey;

/// The part of a run that a site shows: its first stages, and of the last of them optionally only the first rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Number of stages.
    stages: u16,
    /// Number of rounds of the last of these stages; `None` for all of them.
    rounds: Option<u32>,
}

impl Extent {
    /// The whole run.
    pub const WHOLE: Extent = Extent { stages: u16::MAX, rounds: None };

    /// Returns the number of stages.
    pub fn stages(self) -> usize {
        usize::from(self.stages)
    }

    /// Returns `true` if the match is shown.
    pub fn has(self, key: MatchKey) -> bool {
        let is_last = u32::from(key.stage()) + 1 == u32::from(self.stages);
        key.stage() < self.stages && !self.rounds.is_some_and(|rounds| is_last && key.round() >= rounds)
    }
}

/// `2`, or `2.3` for three rounds of the second stage.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.stages)?;
        self.rounds.map_or(Ok(()), |rounds| write!(f, ".{rounds}"))
    }
}

/// The text is not a valid extent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected the number of a stage, from 1, or STAGE.ROUND: 1, or 2.3")]
pub struct ParseExtentError;

impl FromStr for Extent {
    type Err = ParseExtentError;

    fn from_str(text: &str) -> Result<Extent, ParseExtentError> {
        let (stage, round) = match text.split_once('.') {
            Some((stage, round)) => (stage, Some(round)),
            None => (text, None),
        };
        let stages = stage.parse().ok().filter(|stages| *stages > 0).ok_or(ParseExtentError)?;
        let rounds = round.map(|round| round.parse().map_err(|_| ParseExtentError)).transpose()?;
        Ok(Extent { stages, rounds })
    }
}
