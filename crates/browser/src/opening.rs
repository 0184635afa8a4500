//! What a match is made from.

use std::fmt;

use game::{Game, Position, Rules};
use referee::Limits;

use crate::EngineError;
use crate::request::{given, parts, text};

/// What a match is made from: game, rules, limits and start.
pub struct Opening {
    pub(crate) game: &'static dyn Game,
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    /// The text of the start position; `None` for the game's own.
    pub(crate) start: Option<String>,
}

impl fmt::Display for Opening {
    /// The text that [`Opening::read`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Opening { game, rules, limits, start } = self;
        write!(f, "{}\0{rules}\0{limits}\0{}", game.name(), start.as_deref().unwrap_or_default())
    }
}

impl Opening {
    /// Reads an opening: the name of the game, then rules, limits and start as their canonical texts, with a zero byte
    /// between them. What is left out or empty is as in the game and the limits by default.
    ///
    /// # Errors
    /// When it is not text, or game, rules, limits or start are not what they should be.
    pub fn read(request: &[u8]) -> Result<Opening, EngineError> {
        let [name, rules, limits, start] = parts(text(request)?);
        let game = games::find(name).ok_or_else(|| EngineError::UnknownGame { name: name.to_owned() })?;
        let opening = Opening {
            game,
            rules: Rules::parse(game.options(), rules)?,
            limits: limits.parse()?,
            start: given(start).map(str::to_owned),
        };
        opening.position()?;
        Ok(opening)
    }

    /// The same with another start; `None` for the game's own.
    ///
    /// # Errors
    /// When it is not a position.
    pub fn starting_at(self, start: Option<&str>) -> Result<Opening, EngineError> {
        let opening = Opening { start: start.map(str::to_owned), ..self };
        opening.position()?;
        Ok(opening)
    }

    /// The position before the first ply.
    pub(crate) fn position(&self) -> Result<Box<dyn Position>, EngineError> {
        match &self.start {
            None => Ok(self.game.start(&self.rules)),
            Some(text) => Ok(self.game.parse_position(&self.rules, text)?),
        }
    }
}
