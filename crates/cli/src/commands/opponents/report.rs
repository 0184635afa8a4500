//! The built-in bots as JSON, the output of `muster opponents --json`.

use std::cmp::Ordering;

use game::Game;
use games::ListedGame;
use json::Shape;
use referee::Builtin;
use schemars::JsonSchema;
use serde::Serialize;

/// The bots that are in the program.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OpponentsReport {
    /// The bots, game by game, the strongest first.
    pub(crate) opponents: Vec<OpponentReport>,
}

impl Shape for OpponentsReport {
    const NAME: &'static str = "opponents";
    const VERSION: u32 = 2;
}

/// A bot that is in the program.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OpponentReport {
    /// The game that it plays.
    game: &'static str,
    /// Its name where the game is known: `builtin:greedy`.
    pub(crate) name: String,
    /// Its strategy, in a few words.
    pub(crate) about: &'static str,
    /// The hash of its module; `null` for a player that needs none.
    module: Option<&'static str>,
    /// Its rating in Elo, by one tournament of its game; `null` in a game from a file.
    pub(crate) rating: Option<f64>,
    /// Half the width of the rating's 95 % interval; `null` without a rating.
    pub(crate) plus_minus: Option<f64>,
    /// The games that it was rated by.
    games: u32,
}

impl OpponentsReport {
    /// Returns the bots of these games.
    pub(crate) fn new<'a>(games: impl IntoIterator<Item = &'a ListedGame>) -> OpponentsReport {
        let bots_of = |listed: &ListedGame| {
            let lines = listed.strengths.lines().skip(1);
            let mut bots: Vec<_> = lines.filter_map(|line| OpponentReport::parse(listed, line)).collect();
            bots.sort_by(|one, other| other.rating.partial_cmp(&one.rating).unwrap_or(Ordering::Equal));
            bots
        };
        OpponentsReport { opponents: games.into_iter().flat_map(bots_of).collect() }
    }

    /// Returns the bots that play every game, without ratings, for a game from a file.
    pub(crate) fn of_file(game: &'static dyn Game) -> OpponentsReport {
        let bot = |bot: Builtin| OpponentReport {
            game: game.key(),
            name: bot.to_string(),
            about: about(bot),
            module: None,
            rating: None,
            plus_minus: None,
            games: 0,
        };
        OpponentsReport { opponents: Builtin::ALL.map(bot).into() }
    }
}

impl OpponentReport {
    /// Parses a line of a game's strengths: `name,module,rating,plus_minus,games`.
    fn parse(listed: &ListedGame, line: &'static str) -> Option<OpponentReport> {
        let fields: Vec<&'static str> = line.split(',').collect();
        let [name, module, rating, plus_minus, games] = fields[..] else { return None };
        let builtin = || Builtin::ALL.into_iter().find(|bot| bot.name() == name).map(about);
        let about = listed.bot(name).map(|bot| bot.about).or_else(builtin)?;
        Some(OpponentReport {
            game: listed.game.name(),
            name: format!("{}{name}", Builtin::PREFIX),
            about,
            module: (!module.is_empty()).then_some(module),
            rating: Some(rating.parse().ok()?),
            plus_minus: Some(plus_minus.parse().ok()?),
            games: games.parse().ok()?,
        })
    }
}

/// Returns the strategy of a bot that plays every game.
fn about(bot: Builtin) -> &'static str {
    match bot {
        Builtin::First => "the first legal action of the list",
        Builtin::Random => "any legal action; needs no module",
    }
}
