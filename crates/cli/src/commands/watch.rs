//! `muster watch`: watches a bot during its development.

use std::path::PathBuf;

use clap::Args;
use class_operations::bots::named_bot;
use game::Game;
use job::{MatchSettings, SizeClass};
use play::LocalValidator;
use terminal::out;
use terminal::text::inert;
use watch::{MatchTable, WatchPlan};

use super::game::find_game;
use super::match_options::MatchOptions;
use crate::exit::Done;
use crate::host;

/// `muster watch`
#[derive(Args)]
#[command(after_help = "\
Whenever the bot's files are saved, the bot is built, plays a match against the opponent, is checked as by `muster \
check`, and plays against its previous version. The page at the printed address shows the results and updates by itself. \
It is served only to this machine; the address contains a secret that is new each time.

The command runs until it is interrupted, and leaves nothing behind.")]
pub(crate) struct WatchCommand {
    /// The bot: a script (.py, .js, .ts) or a .wasm file.
    bot: PathBuf,
    /// The opponent: a .wasm file or builtin:NAME (`muster opponents` lists them) [default: builtin:greedy; for a game
    /// from a file, builtin:random].
    #[arg(long, value_name = "BOT")]
    against: Option<String>,
    /// The game [default: the one whose kit the script imports].
    #[arg(long, short)]
    game: Option<String>,
    /// Number of games between a version and the one before it; 0 for none.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    games: u64,
    #[command(flatten)]
    options: MatchOptions,
}

impl WatchCommand {
    pub(crate) fn run(self) -> Done {
        let table = |game: &'static dyn Game| {
            let (rules, limits) = self.options.read(game)?;
            let name = self.against.clone().unwrap_or_else(|| usual_opponent(game).to_owned());
            let (opponent, module) = named_bot(&name, Some(game), &SizeClass::Script.caps())?;
            Ok(MatchTable { settings: MatchSettings::new(game, rules, limits), name, opponent, module })
        };
        let jobs = host::default_jobs();
        let plan = WatchPlan {
            bot: self.bot.clone(),
            game: self.game.as_deref().map(find_game).transpose()?,
            pairs: self.games.div_ceil(2),
            // Leaves one processor for the next save.
            slots: jobs.saturating_sub(1).max(1),
            table: &table,
        };
        let validator = LocalValidator::new(host::sandbox(jobs + 1)?);
        let stop = host::stop_on_interrupt();
        watch::watch(&plan, &validator, &stop, &mut |text| {
            text.lines().try_for_each(|line| out::line(&inert(line)))
        })
    }
}

/// Returns the name of an opponent that the game has.
fn usual_opponent(game: &dyn Game) -> &'static str {
    if game.module().is_some() { "builtin:random" } else { "builtin:greedy" }
}
