//! The plan of a watch.

use std::path::PathBuf;
use std::sync::Arc;

use config::BotPlan;
use explain::Error;
use game::Game;
use job::MatchSettings;

/// The bot to watch and the games to play.
pub struct WatchPlan<'a> {
    /// The file of the script or the module.
    pub bot: PathBuf,
    /// The game; `None` if the kit that the script imports determines it.
    pub game: Option<&'static dyn Game>,
    /// Number of pairs of games between a version and the one before it.
    pub pairs: u64,
    /// Number of threads that play them.
    pub slots: usize,
    /// Returns the settings and the opponent for a game.
    pub table: &'a (dyn Fn(&'static dyn Game) -> Result<MatchTable, Error> + Sync),
}

/// The match settings and the opponent.
pub struct MatchTable {
    /// The game with its rule options and limits.
    pub settings: MatchSettings,
    /// The opponent's name.
    pub name: String,
    /// The opponent.
    pub opponent: BotPlan,
    /// The opponent's module; `None` for a player that needs none.
    pub module: Option<Arc<[u8]>>,
}
