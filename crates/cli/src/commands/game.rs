//! `muster game …`: explores the rules.

mod report;

use clap::{Args, Subcommand};
use explain::Error;
use game::{Game, Phase, Position, Rules, SeatSet, format_joint};
use games::GAMES;
use terminal::out;
use terminal::table::{self, Align};

pub(crate) use self::report::GamesReport;
use crate::exit::Done;

/// `muster game`
#[derive(Subcommand)]
pub(crate) enum GameCommand {
    /// List the games with their rule options.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print the legal actions, one per line; with the seat's letter if both seats act at once.
    Moves(RulesPosition),
    /// Count the sequences of exactly DEPTH plies; the last line has only the count.
    Perft {
        #[command(flatten)]
        place: RulesPosition,
        /// Number of plies. One ply of a simultaneous game is one joint action.
        depth: u32,
        /// Also print the count for each first ply.
        #[arg(long)]
        divide: bool,
    },
    /// Play actions and print what happens; the last line has only the final position.
    Apply {
        #[command(flatten)]
        place: RulesPosition,
        /// Actions in notation: `g1-g4`; `"U:LA D:RC"` if both seats act at once.
        #[arg(required = true, allow_hyphen_values = true)]
        actions: Vec<String>,
    },
}

/// A game, its rules and a position.
#[derive(Args)]
pub(crate) struct RulesPosition {
    /// The game's name: see `muster game list`.
    pub(crate) game: String,
    /// Begin at this position, with an empty history [default: the game's start].
    #[arg(long, short)]
    position: Option<String>,
    /// Set a rule option; may be repeated.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
}

impl GameCommand {
    pub(crate) fn run(self) -> Done {
        match self {
            GameCommand::List { json } => list(json),
            GameCommand::Moves(place) => moves(&place),
            GameCommand::Perft { place, depth, divide } => perft(&place, depth, divide),
            GameCommand::Apply { place, actions } => apply(&place, &actions),
        }
    }
}

/// Returns the game with a name, or an error that lists all games.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, Error> {
    games::find(name).ok_or_else(|| {
        Error::input(format!("unknown game `{name}`")).hint(format!("the games are {}", games::names()))
    })
}

/// Returns the rules of a game with options set as on the command line.
pub(crate) fn rules_of(game: &dyn Game, settings: &[String]) -> Result<Rules, Error> {
    Rules::parse(game.options(), &settings.join(" ")).map_err(|error| {
        Error::input(error.to_string())
            .hint(format!("`muster game list` shows the options of {}", game.name()))
    })
}

impl RulesPosition {
    fn open(&self) -> Result<(&'static dyn Game, Box<dyn Position>), Error> {
        let game = find_game(&self.game)?;
        let rules = rules_of(game, &self.rules)?;
        let position = match &self.position {
            None => game.start(&rules),
            Some(text) => game.parse_position(&rules, text).map_err(|error| {
                let start = game.start(&rules);
                Error::input(format!("invalid position: {error}"))
                    .hint(format!("the start position is `{start}`"))
            })?,
        };
        Ok((game, position))
    }
}

fn list(json: bool) -> Done {
    if json {
        return out::json(&GamesReport::new(GAMES));
    }
    for game in GAMES {
        let seats = game.seats().map(|name| format!("{} {}", name.letter, name.word)).0.join(", ");
        out::line(&format!("{} - {} ({seats})", game.name(), game.title()))?;
        let rows: Vec<Vec<String>> = game
            .options()
            .iter()
            .map(|option| {
                let kind = option.kind.to_string();
                vec![format!("  {}", option.name), option.default.to_string(), kind, option.about.to_owned()]
            })
            .collect();
        let head =
            [("  option", Align::Left), ("default", Align::Left), ("values", Align::Left), ("", Align::Left)];
        out::line(&table::render(&head, &rows))?;
        let metrics: Vec<&str> = game.metrics().iter().map(|metric| metric.name).collect();
        out::line(&format!("  metrics: {}\n", metrics.join(", ")))?;
    }
    Ok(())
}

fn moves(place: &RulesPosition) -> Done {
    let (game, position) = place.open()?;
    let seats = position.phase().seats();
    let mut legal = Vec::new();
    for seat in seats.iter() {
        legal.clear();
        position.legal_actions(seat, &mut legal);
        for &action in &legal {
            let text = position.format_action(seat, action);
            let letter = game.seats()[seat].letter;
            out::line(&if seats == SeatSet::BOTH { format!("{letter}:{text}") } else { text })?;
        }
    }
    Ok(())
}

fn perft(place: &RulesPosition, depth: u32, divide: bool) -> Done {
    let (game, position) = place.open()?;
    if divide {
        for (joint, leaves) in game::divide(&*position, depth) {
            out::line(&format!("{}  {leaves}", format_joint(game, &*position, &joint)))?;
        }
    }
    out::line(&game::perft(&*position, depth).to_string())
}

fn apply(place: &RulesPosition, actions: &[String]) -> Done {
    let (game, mut position) = place.open()?;
    let mut words = actions.iter().flat_map(|action| action.split_whitespace()).peekable();
    let mut number = 1;
    while words.peek().is_some() {
        // A ply takes one word per acting seat. A finished game takes the remaining words, to refuse them.
        let seats = position.phase().seats().len().max(1) as usize;
        let text: Vec<&str> = words.by_ref().take(seats).collect();
        let text = text.join(" ");
        let joint = game::parse_ply(game, &*position, &text)
            .map_err(|error| Error::input(format!("ply {number}: {error}")))?;
        out::line(&format!("{number}. {text}"))?;
        for event in position.events(&joint, None) {
            out::line(&format!("   {}", event.text))?;
        }
        position.apply(&joint);
        if let Phase::Over(end) = position.phase() {
            let outcome = match end.outcome.winner() {
                Some(seat) => format!("{} wins", game.seats()[seat].word),
                None => "a draw".to_owned(),
            };
            out::line(&format!("   the game is over: {outcome} ({})", end.reason))?;
        }
        out::line(&format!("   {}", metrics_line(game, &*position)))?;
        out::line(&format!("   {position}"))?;
        number += 1;
    }
    out::line(&position.to_string())
}

/// Formats the metrics of both seats in one line: `U tanks 4, boxes 17, destroyed 1; D …`.
pub(crate) fn metrics_line(game: &dyn Game, position: &dyn Position) -> String {
    let seats = game.seats();
    let parts: Vec<String> = seats
        .iter()
        .map(|(seat, name)| {
            let mut values = vec![0; game.metrics().len()];
            position.metrics(seat, &mut values);
            let named: Vec<String> = game
                .metrics()
                .iter()
                .zip(values)
                .map(|(metric, value)| format!("{} {value}", metric.name))
                .collect();
            format!("{} {}", name.letter, named.join(", "))
        })
        .collect();
    parts.join("; ")
}
