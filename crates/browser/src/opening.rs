//! What a match is made from.

use game::{Game, Position, Rules};
use referee::Limits;
use serde::Deserialize;

use crate::EngineError;

/// What a match is made from: game, rules, limits and start.
pub struct Opening {
    pub(crate) game: &'static dyn Game,
    pub(crate) rules: Rules,
    pub(crate) limits: Limits,
    /// The text of the start position; `None` for the game's own.
    pub(crate) start: Option<String>,
}

/// The same as JSON. What is left out is as in the game and the limits by default.
#[derive(Deserialize)]
struct Request {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    limits: String,
    start: Option<String>,
}

impl Opening {
    /// Reads an opening from JSON: `{"game": …, "rules": …, "limits": …, "start": …}`.
    ///
    /// # Errors
    /// When it is not JSON of this form, or game, rules, limits or start are not what they should be.
    pub fn read(json: &[u8]) -> Result<Opening, EngineError> {
        let Request { game: name, rules, limits, start } = serde_json::from_slice(json)?;
        let game = games::find(&name).ok_or(EngineError::UnknownGame { name })?;
        let opening =
            Opening { game, rules: Rules::parse(game.options(), &rules)?, limits: limits.parse()?, start };
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
