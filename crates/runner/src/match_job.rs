//! A match to be played, in the form in which this process hands it about.

use std::sync::Arc;

use game::{Game, PerSeat, Position, Rules, TextError};
use referee::{Limits, Match, MatchSeed};
use tournament::{EntrantId, MatchKey};

/// What the matches of a stage have in common.
pub struct MatchSettings {
    /// The rules.
    pub game: &'static dyn Game,
    /// Their options.
    pub rules: Rules,
    /// What a match may use.
    pub limits: Limits,
    start: Box<dyn Position>,
}

impl MatchSettings {
    /// Settings of matches from the game's start, or from other positions as the jobs say.
    pub fn new(game: &'static dyn Game, rules: Rules, limits: Limits) -> MatchSettings {
        let start = game.start(&rules);
        MatchSettings { game, rules, limits, start }
    }

    /// A match from a position's text, or from the start.
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
}

/// A match to be played. Its record is a pure function of it, of the roster and of the engine.
///
/// This is the fast form: what matches have in common is shared, and what plays is looked up in a
/// [`Roster`](crate::Roster), whose [`value`](crate::Roster::value) of it is the same as a value that can leave the
/// process.
#[derive(Clone)]
pub struct MatchJob {
    /// Its place in the schedule.
    pub key: MatchKey,
    /// Who sits where.
    pub entrants: PerSeat<EntrantId>,
    /// What it has in common with others.
    pub settings: Arc<MatchSettings>,
    /// The start position's text, or `None` for the game's own.
    pub start: Option<Arc<str>>,
    /// Where its randomness comes from.
    pub seed: MatchSeed,
    /// Whether no other match may be played on the same machine for its length.
    pub alone: bool,
}
