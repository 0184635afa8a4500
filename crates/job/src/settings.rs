//! The parsed settings that matches have in common.

use game::{Game, Position, Rules, TextError};
use referee::{HostFailure, Limits, Match};

use crate::Terms;

/// The parsed settings that matches have in common: [`Terms`] without the engine.
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
    /// Settings for matches that begin at the game's start position, or at the one that the job names.
    pub fn new(game: &'static dyn Game, rules: Rules, limits: Limits) -> MatchSettings {
        let start = game.start(&rules);
        MatchSettings { game, rules, limits, start }
    }

    /// Returns `true` if the host failed while it ran the rules for the start position.
    pub fn lacks_start(&self) -> bool {
        self.start.fault().is_some_and(|fault| fault.is_host)
    }

    /// The settings of a game with the defaults for everything else.
    pub fn defaults(game: &'static dyn Game) -> MatchSettings {
        MatchSettings::new(game, Rules::defaults(game.options()), Limits::default())
    }

    /// The terms of jobs with these settings, for the engine with the given fingerprint.
    pub fn terms(&self, fingerprint: &str) -> Terms {
        Terms {
            engine: fingerprint.to_owned(),
            game: self.game.key().to_owned(),
            rules: self.rules.to_string(),
            limits: self.limits,
        }
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

    /// As [`MatchSettings::begin`], for a start position that was read before. A failure to read it now is the host's.
    ///
    /// # Errors
    /// When the text is not a position of the game.
    pub fn begin_again(&self, start: Option<&str>) -> Result<Match, HostFailure> {
        let begun = self.begin(start);
        begun.map_err(|error| HostFailure::new("a start position cannot be read", Some(error.into())))
    }
}
