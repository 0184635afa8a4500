//! `muster profile`: shows where a bot spends its fuel.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use class_operations::bots::named_module;
use config::SizeClass;
use explain::Error;
use game::{Seat, visible_path};
use job::MatchSettings;
use play::{Contestant, Profiling};
use profile::{Tree, flame_graph};
use terminal::out;

use super::game::find_game;
use super::match_options::MatchOptions;
use super::play::find_source;
use super::recorded_match::find_seat;
use crate::exit::Done;
use crate::host;

/// `muster profile`
#[derive(Args)]
#[command(after_help = "\
Plays one or more matches, then asks the bot the same questions again and samples what runs, about 4,000 times. The \
shares are of fuel, the bot's time, and are the same on every machine. For a script, the profile shows the script's own \
functions and lines; for any other module, its functions, and lines if it has debug information.")]
pub(crate) struct ProfileCommand {
    /// The bot: a .wasm file, or the name of a bot with a module (`muster opponents` lists them).
    bot: String,
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    #[arg(long, short)]
    game: String,
    /// The opponent: a .wasm file or builtin:NAME.
    #[arg(long, default_value = "builtin:random")]
    opponent: String,
    /// The seat of the bot: first, second, or its letter or word in the game [default: first].
    #[arg(long, short)]
    seat: Option<String>,
    /// The seed of the match; the same seed plays the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of matches, with consecutive seeds starting at --seed.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    games: u32,
    /// Profile only this ply, from 1.
    #[arg(long, conflicts_with = "games", value_parser = clap::value_parser!(u32).range(1..))]
    ply: Option<u32>,
    /// Settings text for the bot.
    #[arg(long, default_value = "")]
    settings: String,
    /// Write a flame graph to this file.
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    options: MatchOptions,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ProfileCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let (rules, limits) = self.options.read(game)?;
        let seat = self.seat.as_deref().map_or(Ok(Seat::First), |text| find_seat(game, text))?;
        let module = named_module(&self.bot, Some(game), &SizeClass::Script.caps())?;
        let sandbox = host::sandbox(1)?;
        let contestant = |name: &str, settings: &str| -> Result<Contestant, Error> {
            Ok(Contestant { source: find_source(&sandbox, name, game)?, settings: Arc::from(settings) })
        };
        let profiling = Profiling {
            settings: &MatchSettings::new(game, rules, limits),
            seat,
            bot: &contestant(&self.bot, &self.settings)?,
            module: &module,
            opponent: &contestant(&self.opponent, "")?,
            seed: self.seed,
            games: self.games,
            ply: self.ply.map(|ply| ply - 1),
        };
        let profiled = profiling.run(&sandbox)?;
        let report = profiled.report(&self.bot, &self.opponent, (game, seat, self.seed));
        if let Some(path) = &self.svg {
            files::write(path, flame_graph(&report, &Tree::new(&profiled.calls)))
                .map_err(|error| Error::input(format!("cannot write {}: {error}", visible_path(path))))?;
        }
        if self.json { out::json(&report) } else { out::line(&profile::text(&report)) }
    }
}
