//! A match to be played, in the form that is used inside this process.

use std::sync::Arc;

use game::{Game, PerSeat, Position, Rules, TextError};
use referee::{HostFailure, Limits, Match, MatchSeed};
use tournament::{EntrantId, MatchKey};

/// What the matches of a stage have in common.
pub struct MatchSettings {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: Rules,
    /// The limits of each match.
    pub limits: Limits,
    start: Box<dyn Position>,
}

impl MatchSettings {
    /// Settings of matches that begin at the game's start position, or at the position that the job names.
    pub fn new(game: &'static dyn Game, rules: Rules, limits: Limits) -> MatchSettings {
        let start = game.start(&rules);
        MatchSettings { game, rules, limits, start }
    }

    /// Begins a match at the position with the given text, or at the game's start position.
    ///
    /// # Errors
    /// When the text is not a position of the game.
    pub fn begin(&self, start: Option<&str>) -> Result<Match, TextError> {
        let position = match start {
            None => self.start.clone(),
            Some(text) => self.game.parse_position(&self.rules, text)?,
        };
        Ok(Match::new(self.game, position, self.limits))
    }

    /// The same for a start position that was read before, so that it is the host's failure if it cannot be read now.
    pub(crate) fn begin_again(&self, start: Option<&str>) -> Result<Match, HostFailure> {
        let begun = self.begin(start);
        begun.map_err(|error| HostFailure::new("a start position cannot be read", Some(error.into())))
    }
}

/// A match to be played. The match's record is a pure function of the job, the roster and the engine.
///
/// This is the fast form: what matches have in common is shared, and what plays is looked up in a
/// [`Roster`](crate::Roster). [`Roster::value`](crate::Roster::value) converts it to a value that can leave the
/// process.
#[derive(Clone)]
pub struct MatchJob {
    /// The match's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat.
    pub entrants: PerSeat<EntrantId>,
    /// What it has in common with other matches.
    pub settings: Arc<MatchSettings>,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// The seed of all randomness in the match.
    pub seed: MatchSeed,
    /// Whether no other match may be played on the same machine at the same time.
    pub alone: bool,
}
