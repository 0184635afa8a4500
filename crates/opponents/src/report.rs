//! The built-in bots as JSON, the output of `muster opponents --json`.

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Strength, strengths_of};

/// The bots that are in the program.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpponentsReport {
    /// The bots, game by game, the strongest first.
    pub opponents: Vec<OpponentReport>,
}

impl Shape for OpponentsReport {
    const NAME: &'static str = "opponents";
    const VERSION: u32 = 1;
}

/// A bot that is in the program.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpponentReport {
    /// The game that it plays.
    pub game: String,
    /// Its name where the game is known: `builtin:greedy`.
    pub name: String,
    /// Its strategy, in a few words.
    pub about: &'static str,
    /// The hash of its module; `null` for a player that needs none.
    pub module: Option<String>,
    /// Its rating in Elo, by one tournament of its game.
    pub rating: f64,
    /// Half the width of the rating's 95 % interval.
    pub plus_minus: f64,
    /// The games that it was rated by.
    pub games: u32,
}

impl OpponentsReport {
    /// Returns the bots of these games.
    pub fn of(games: &[&str]) -> OpponentsReport {
        let of_game = |game: &&str| {
            let game = (*game).to_owned();
            strengths_of(&game).into_iter().map(move |strength| OpponentReport::of(&game, &strength))
        };
        OpponentsReport { opponents: games.iter().flat_map(of_game).collect() }
    }
}

impl OpponentReport {
    fn of(game: &str, strength: &Strength) -> OpponentReport {
        OpponentReport {
            game: game.to_owned(),
            name: strength.full_name(),
            about: strength.about(game),
            module: strength.module.map(|module| module.to_string()),
            rating: strength.rating,
            plus_minus: strength.plus_minus,
            games: strength.games,
        }
    }
}
