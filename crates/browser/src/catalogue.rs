//! The games and their descriptions for a page.

use game::{Game, PerSeat, RuleKind, RuleOption, SeatName};
use games::GAMES;
use serde::Serialize;

#[derive(Serialize)]
struct GameShape {
    name: &'static str,
    title: &'static str,
    id: u32,
    version: u32,
    seats: [SeatShape; 2],
    metrics: Vec<MetricShape>,
    options: Vec<OptionShape>,
}

#[derive(Serialize)]
struct SeatShape {
    letter: char,
    word: &'static str,
}

#[derive(Serialize)]
struct MetricShape {
    name: &'static str,
    about: &'static str,
}

#[derive(Serialize)]
struct OptionShape {
    name: &'static str,
    about: &'static str,
    default: String,
    /// The values of a choice or a flag.
    values: Option<Vec<&'static str>>,
    /// The minimum and the maximum of a number.
    range: Option<[i64; 2]>,
}

/// The built-in games and others, as JSON.
pub(crate) fn games(others: &[&'static dyn Game]) -> Result<Vec<u8>, serde_json::Error> {
    let games: Vec<GameShape> = GAMES.iter().chain(others).map(|game| shape(*game)).collect();
    serde_json::to_vec(&games)
}

fn shape(game: &dyn Game) -> GameShape {
    let PerSeat(seats) = game.seats().map(|SeatName { letter, word }| SeatShape { letter, word });
    GameShape {
        name: game.key(),
        title: game.title(),
        id: game.id(),
        version: game.version(),
        seats,
        metrics: game
            .metrics()
            .iter()
            .map(|metric| MetricShape { name: metric.name, about: metric.about })
            .collect(),
        options: game.options().iter().map(OptionShape::from).collect(),
    }
}

impl From<&RuleOption> for OptionShape {
    fn from(option: &RuleOption) -> OptionShape {
        let (values, range) = match option.kind {
            RuleKind::Choice(words) => (Some(words.to_vec()), None),
            RuleKind::Flag => (Some(vec!["false", "true"]), None),
            RuleKind::Number { min, max } => (None, Some([min, max])),
        };
        let default = option.default.to_string();
        OptionShape { name: option.name, about: option.about, default, values, range }
    }
}
