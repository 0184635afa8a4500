//! The parameters from which a match starts.

use std::fmt;

use game::{Dice, Game, Position, Rules};
use referee::{Limits, MatchSeed};

use crate::EngineError;
use crate::request::{given, parts, text};

/// The parameters of a match: game, rules, limits, start, and the seed of chance.
pub struct MatchStart {
    pub(crate) game: &'static dyn Game,
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    /// The text of the start position; `None` for the game's own.
    pub(crate) start: Option<String>,
    /// The seed of chance.
    pub(crate) luck: u64,
}

impl fmt::Display for MatchStart {
    /// Writes the text that [`MatchStart::read`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchStart { game, rules, limits, start, luck } = self;
        write!(f, "{}\0{rules}\0{limits}\0{}\0{luck}", game.key(), start.as_deref().unwrap_or_default())
    }
}

impl MatchStart {
    /// Reads the parameters: the key of the game, then the canonical texts of rules, limits and start, and the number from
    /// which chance is drawn, separated by zero bytes. Missing or empty parts have the game's defaults and the default limits.
    ///
    /// # Errors
    /// When it is not text, or game, rules, limits or start are invalid.
    pub fn read(request: &[u8]) -> Result<MatchStart, EngineError> {
        let [name, rules, limits, start, luck] = parts(text(request)?);
        let game = games::find(name).ok_or_else(|| EngineError::UnknownGame { name: name.to_owned() })?;
        let opening = MatchStart {
            game,
            rules: Rules::parse(game.options(), rules)?,
            limits: limits.parse()?,
            start: given(start).map(str::to_owned),
            luck: luck.parse().unwrap_or_default(),
        };
        opening.position()?;
        Ok(opening)
    }

    /// Returns the parameters with another start; `None` for the game's own.
    ///
    /// # Errors
    /// When the start is not a position.
    pub fn starting_at(self, start: Option<&str>) -> Result<MatchStart, EngineError> {
        let opening = MatchStart { start: start.map(str::to_owned), ..self };
        opening.position()?;
        Ok(opening)
    }

    /// The dice of chance in a match in progress.
    pub(crate) fn dice(&self) -> Dice {
        MatchSeed::from_number(self.luck).chance_dice()
    }

    /// The position before the first ply.
    pub(crate) fn position(&self) -> Result<Box<dyn Position>, EngineError> {
        match &self.start {
            None => Ok(self.game.start(&self.rules)),
            Some(text) => Ok(self.game.parse_position(&self.rules, text)?),
        }
    }
}
