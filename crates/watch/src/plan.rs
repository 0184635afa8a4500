//! What is watched.

use std::path::PathBuf;
use std::sync::Arc;

use config::BotPlan;
use explain::Error;
use game::Game;
use job::MatchSettings;

/// What is watched, and what is played.
pub struct WatchPlan<'a> {
    /// The script, or the file of the module.
    pub bot: PathBuf,
    /// The game; `None` if the script tells, by the kit that it imports.
    pub game: Option<&'static dyn Game>,
    /// The opponent's name.
    pub opponent: String,
    /// The number of pairs of games between a version and the one before it.
    pub pairs: u64,
    /// Threads that play them.
    pub slots: usize,
    /// Settings and opponent, once the game is known.
    pub table: &'a (dyn Fn(&'static dyn Game) -> Result<Table, Error> + Sync),
}

/// Against whom matches are played, under which settings.
pub struct Table {
    /// The game with its rule options and limits.
    pub settings: MatchSettings,
    /// What the opponent is.
    pub opponent: BotPlan,
    /// Its module; `None` for a player that needs none.
    pub module: Option<Arc<[u8]>>,
}
