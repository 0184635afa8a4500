//! The output of `muster game list --json`.

use game::{Game, Rules};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

/// The list of games.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GamesReport {
    /// The games, in their usual order.
    games: Vec<GameReport>,
}

impl Shape for GamesReport {
    const NAME: &'static str = "games";
    const VERSION: u32 = 1;
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameReport {
    /// Its name on the command line and in tournament files.
    name: &'static str,
    /// Its title, for people.
    title: &'static str,
    /// Its number in views.
    id: u32,
    /// The version of its rules.
    version: u32,
    /// Its seats, the first and the second.
    seats: [SeatReport; 2],
    /// Its rule options.
    options: Vec<OptionReport>,
    /// The numbers that it counts for each seat.
    metrics: Vec<MetricReport>,
    /// The start position under the default options.
    start: String,
}

/// A seat of a game.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatReport {
    /// Its letter in the notation.
    letter: String,
    /// Its name.
    word: &'static str,
}

/// An option of a game's rules.
#[derive(Debug, Serialize, JsonSchema)]
struct OptionReport {
    /// Its name.
    name: &'static str,
    /// Its default value.
    default: String,
    /// The valid values.
    values: String,
    /// The effect of the option.
    about: &'static str,
}

/// A number that a game counts for each seat.
#[derive(Debug, Serialize, JsonSchema)]
struct MetricReport {
    /// Its name, for tie-breaks and grades.
    name: &'static str,
    /// A description of the count.
    about: &'static str,
}

impl GamesReport {
    pub(super) fn new(games: &[&'static dyn Game]) -> GamesReport {
        GamesReport { games: games.iter().map(|game| GameReport::new(*game)).collect() }
    }
}

impl GameReport {
    fn new(game: &'static dyn Game) -> GameReport {
        let seat = |name: &game::SeatName| SeatReport { letter: name.letter.to_string(), word: name.word };
        let option = |option: &'static game::RuleOption| OptionReport {
            name: option.name,
            default: option.default.to_string(),
            values: option.kind.to_string(),
            about: option.about,
        };
        GameReport {
            name: game.name(),
            title: game.title(),
            id: game.id(),
            version: game.version(),
            seats: game.seats().as_ref().map(seat).0,
            options: game.options().iter().map(option).collect(),
            metrics: game
                .metrics()
                .iter()
                .map(|metric| MetricReport { name: metric.name, about: metric.about })
                .collect(),
            start: game.start(&Rules::defaults(game.options())).to_string(),
        }
    }
}
