//! All formats.

mod bracket;
mod cross;
mod double_elimination;
mod gauntlet;
mod groups;
mod ladder;
mod pairings;
mod pyramid;
mod round_robin;
mod single_elimination;
mod swiss;

use thiserror::Error;

pub use self::double_elimination::DoubleElimination;
pub use self::gauntlet::Gauntlet;
pub use self::groups::{GroupDraw, Groups};
pub use self::ladder::Ladder;
pub use self::pairings::Pairings;
pub use self::pyramid::Pyramid;
pub use self::round_robin::RoundRobin;
pub use self::single_elimination::SingleElimination;
pub use self::swiss::Swiss;
use crate::{Edition, EntrantId, Field, Schedule, Scoring, StageSeed};

/// A format with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every entrant meets every other.
    RoundRobin(RoundRobin),
    /// The entrants are divided into groups, each a round robin.
    Groups(Groups),
    /// Entrants with equal scores meet in each round.
    Swiss(Swiss),
    /// An entrant is out after one loss.
    SingleElimination(SingleElimination),
    /// An entrant is out after two losses.
    DoubleElimination(DoubleElimination),
    /// A few entrants each meet all others.
    Gauntlet(Gauntlet),
    /// Each new entrant meets all those before it.
    Pyramid(Pyramid),
    /// Games are played where they are most informative.
    Ladder(Ladder),
    /// The pairs of a list.
    Pairings(Pairings),
}

/// The reason why a stage cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Too few entrants.
    #[error("at least {least} entrants are needed, but only {there} can play")]
    TooFew {
        /// Number of ranked entrants, plus the guests in formats in which they play.
        there: usize,
        /// Minimum number of entrants.
        least: usize,
    },
    /// A parameter that must be at least 1 is 0.
    #[error("`{0}` must be at least 1")]
    Zero(&'static str),
    /// A parameter is too large for the number of entrants.
    #[error("`{name}` is {value}, but with {entrants} entrants it can be at most {most}")]
    TooLarge {
        /// The parameter's name.
        name: &'static str,
        /// The given value.
        value: u64,
        /// Number of entrants in the stage.
        entrants: usize,
        /// The maximum value.
        most: u64,
    },
    /// None of the listed pairs can play.
    #[error("no pair of the list has both entrants in the stage")]
    NoPairs,
    /// An entrant is paired with itself.
    #[error("entrant {0} is paired with itself")]
    Oneself(EntrantId),
    /// More games, pairings or rounds than a key can tell apart.
    #[error("the stage has {value} {what}, more than the limit of {limit}")]
    Limit {
        /// The items that are too many: games, pairings or rounds.
        what: &'static str,
        /// Their number.
        value: u64,
        /// The maximum number.
        limit: u64,
    },
}

impl FormatError {
    pub(crate) fn check_entrants(there: usize, least: usize) -> Result<(), FormatError> {
        if there < least { Err(FormatError::TooFew { there, least }) } else { Ok(()) }
    }

    pub(crate) fn check_positive(name: &'static str, value: u32) -> Result<(), FormatError> {
        if value == 0 { Err(FormatError::Zero(name)) } else { Ok(()) }
    }
}

impl Format {
    /// The format's name in the tournament's file.
    pub const fn name(&self) -> &'static str {
        match self {
            Format::RoundRobin(_) => "round-robin",
            Format::Groups(_) => "groups",
            Format::Swiss(_) => "swiss",
            Format::SingleElimination(_) => "knockout",
            Format::DoubleElimination(_) => "double-elimination",
            Format::Gauntlet(_) => "gauntlet",
            Format::Pyramid(_) => "pyramid",
            Format::Ladder(_) => "ladder",
            Format::Pairings(_) => "pairings",
        }
    }

    /// Returns `true` if entrants can join after the stage has begun ([`Field::late`]).
    pub const fn takes_late_entrants(&self) -> bool {
        matches!(self, Format::RoundRobin(_) | Format::Swiss(_) | Format::Pyramid(_))
    }

    /// Creates the schedule of the format for these entrants.
    ///
    /// # Errors
    /// When there are too few entrants, or the parameters do not fit their number.
    pub fn schedule(
        &self,
        field: &Field,
        scoring: &Scoring,
        seed: StageSeed,
        edition: Edition,
    ) -> Result<Box<dyn Schedule>, FormatError> {
        Ok(match self {
            Format::RoundRobin(format) => Box::new(format.schedule(field)?),
            Format::Groups(format) => Box::new(format.schedule(field, seed)?),
            Format::Swiss(format) => Box::new(format.schedule(field, scoring, seed, edition)?),
            Format::SingleElimination(format) => Box::new(format.schedule(field, seed, edition)?),
            Format::DoubleElimination(format) => Box::new(format.schedule(field, seed, edition)?),
            Format::Gauntlet(format) => Box::new(format.schedule(field)?),
            Format::Pyramid(format) => Box::new(format.schedule(field)?),
            Format::Ladder(format) => Box::new(format.schedule(field, seed)?),
            Format::Pairings(format) => Box::new(format.schedule(field)?),
        })
    }
}
