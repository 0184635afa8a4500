//! A game from one side's point of view.

use serde::Serialize;

/// One game from one side's point of view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// The result.
    pub score: GameScore,
    /// The match.
    pub key: String,
}

/// The result of a game for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameScore {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl GameScore {
    /// Returns the score in half points: 2, 1 or 0.
    pub const fn halves(self) -> u32 {
        match self {
            GameScore::Win => 2,
            GameScore::Draw => 1,
            GameScore::Loss => 0,
        }
    }

    /// Returns the score as text: `1`, `½` or `0`.
    pub const fn sign(self) -> &'static str {
        match self {
            GameScore::Win => "1",
            GameScore::Draw => "½",
            GameScore::Loss => "0",
        }
    }

    /// Returns the word for the result, which is also a class in markup.
    pub const fn word(self) -> &'static str {
        match self {
            GameScore::Win => "win",
            GameScore::Draw => "draw",
            GameScore::Loss => "loss",
        }
    }
}
