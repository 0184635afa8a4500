//! The built-in bots as JSON, the output of `muster opponents --json`.

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
    const VERSION: u32 = 1;
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
    /// Its rating in Elo, by one tournament of its game.
    pub(crate) rating: f64,
    /// Half the width of the rating's 95 % interval.
    pub(crate) plus_minus: f64,
    /// The games that it was rated by.
    games: u32,
}

impl OpponentsReport {
    /// Returns the bots of these games.
    pub(crate) fn new<'a>(games: impl IntoIterator<Item = &'a ListedGame>) -> OpponentsReport {
        let bots_of = |listed: &ListedGame| {
            let lines = listed.strengths.lines().skip(1);
            let mut bots: Vec<_> = lines.filter_map(|line| OpponentReport::parse(listed, line)).collect();
            bots.sort_by(|one, other| other.rating.total_cmp(&one.rating));
            bots
        };
        OpponentsReport { opponents: games.into_iter().flat_map(bots_of).collect() }
    }
}

impl OpponentReport {
    /// Parses a line of a game's strengths: `name,module,rating,plus_minus,games`.
    fn parse(listed: &ListedGame, line: &'static str) -> Option<OpponentReport> {
        let fields: Vec<&'static str> = line.split(',').collect();
        let [name, module, rating, plus_minus, games] = fields[..] else { return None };
        let about = match (listed.bot(name), name) {
            (Some(bot), _) => bot.about,
            (None, "first") => "the first legal action of the list",
            (None, _) => "any legal action; needs no module",
        };
        Some(OpponentReport {
            game: listed.game.name(),
            name: format!("{}{name}", Builtin::PREFIX),
            about,
            module: (!module.is_empty()).then_some(module),
            rating: rating.parse().ok()?,
            plus_minus: plus_minus.parse().ok()?,
            games: games.parse().ok()?,
        })
    }
}
