//! How much of a run a site shows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use tournament::MatchKey;

/// How much of a run a site shows: its first stages, of the last of them perhaps only the first rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many stages.
    stages: u16,
    /// How many rounds of the last of these stages; all if that is not said.
    rounds: Option<u32>,
}

impl Extent {
    /// Everything.
    pub(crate) const WHOLE: Extent = Extent { stages: u16::MAX, rounds: None };

    /// How many stages.
    pub fn stages(self) -> usize {
        usize::from(self.stages)
    }

    /// Whether a match is shown.
    pub(crate) fn has(self, key: MatchKey) -> bool {
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

/// A text that says no extent.
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
