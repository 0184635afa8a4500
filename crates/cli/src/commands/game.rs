//! `muster game …`: explores the rules.

mod build;
mod check;
mod new;
mod report;

use std::path::Path;

use clap::{Args, Subcommand};
use explain::{Error, quoted};
use game::{Game, Phase, Position, Rules, SeatSet, format_joint, visible_path};
use games::GAMES;
use terminal::out;
use terminal::table::{self, Align};

use self::build::GameBuildCommand;
use self::check::GameCheckCommand;
use self::new::NewGameCommand;
pub(crate) use self::report::GamesReport;
use crate::exit::{Done, rules_failed};

/// `muster game`
#[derive(Subcommand)]
pub(crate) enum GameCommand {
    /// List the games with their rule options.
    List {
        /// List only this game: a name, or a file with rules [default: every built-in game].
        game: Option<String>,
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
    /// Create a project for a new game, with working rules.
    New(NewGameCommand),
    /// Check the rules of a game from a file.
    Check(GameCheckCommand),
    /// Build a self-contained module of a game from a file.
    Build(GameBuildCommand),
}

/// A game, its rules and a position.
#[derive(Args)]
pub(crate) struct RulesPosition {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
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
            GameCommand::List { game, json } => list(game.as_deref(), json),
            GameCommand::Moves(place) => moves(&place),
            GameCommand::Perft { place, depth, divide } => perft(&place, depth, divide),
            GameCommand::Apply { place, actions } => apply(&place, &actions),
            GameCommand::New(command) => command.run(),
            GameCommand::Check(command) => command.run(),
            GameCommand::Build(command) => command.run(),
        }
    }
}

/// Returns the game with a name or in a file, or an error that lists all games.
pub(crate) fn find_game(name: &str) -> Result<&'static dyn Game, Error> {
    if games::is_file(name) {
        return games::open_file(Path::new(name)).map_err(|lines| Error::from_lines(&lines));
    }
    games::find(name).ok_or_else(|| {
        let path = Path::new(name);
        let near =
            games::ENDINGS.map(|ending| path.with_extension(ending)).into_iter().find(|file| file.is_file());
        Error::input(format!("unknown game `{name}`")).hint(match near {
            Some(near) => format!("did you mean {}?", visible_path(&near)),
            None => format!("the games are {}; or give a file with rules, such as game.py", games::names()),
        })
    })
}

/// Returns the rules of a game with options set as on the command line.
pub(crate) fn rules_of(game: &dyn Game, settings: &[String]) -> Result<Rules, Error> {
    Rules::parse(game.options(), &settings.join(" ")).map_err(|error| {
        let shows = || format!("`muster game list {}` shows its options", quoted(&play::word_for(game)));
        Error::input(error.to_string()).hint_all((!game.options().is_empty()).then(shows))
    })
}

impl RulesPosition {
    fn open(&self) -> Result<(&'static dyn Game, Box<dyn Position>), Error> {
        let game = find_game(&self.game)?;
        let rules = rules_of(game, &self.rules)?;
        let position = match &self.position {
            None => sound(game.start(&rules))?,
            Some(text) => game.parse_position(&rules, text).map_err(|error| {
                let start = game.start(&rules);
                Error::input(format!("invalid position: {error}"))
                    .hint(format!("the start position is `{start}`"))
            })?,
        };
        Ok((game, position))
    }
}

/// Returns a position, or the failure of the rules that should have made it.
fn sound(position: Box<dyn Position>) -> Result<Box<dyn Position>, Error> {
    match position.fault() {
        Some(fault) => Err(rules_failed(fault)),
        None => Ok(position),
    }
}

fn list(game: Option<&str>, json: bool) -> Done {
    let games = match game {
        Some(name) => vec![find_game(name)?],
        None => GAMES.to_vec(),
    };
    if json {
        return out::json(&GamesReport::new(&games));
    }
    for game in games {
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
        if !rows.is_empty() {
            out::line(&table::render(&head, &rows))?;
        }
        let metrics: Vec<&str> = game.metrics().iter().map(|metric| metric.name).collect();
        out::line(&format!("  metrics: {}\n", metrics.join(", ")))?;
    }
    Ok(())
}

fn moves(place: &RulesPosition) -> Done {
    let (game, position) = place.open()?;
    if let Phase::Chance(chance) = position.phase() {
        return (0..chance.outcomes).try_for_each(|outcome| out::line(&format!("chance:{outcome}")));
    }
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
        for (joint, leaves) in game::divide(&*position, depth).map_err(|fault| rules_failed(&fault))? {
            out::line(&format!("{}  {leaves}", format_joint(game, &*position, &joint)))?;
        }
    }
    out::line(&game::try_perft(&*position, depth).map_err(|fault| rules_failed(&fault))?.to_string())
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
        position = sound(position)?;
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
