//! The list of the built-in games, the only place that names them all, and the register of games from files.
//!
//! To add a game, write a crate that implements [`Game`] and its position, and add one entry to `entries`, with
//! everything that is looked up by the game's name. The README lists the parts.
//!
//! In reading order:
//!
//! - [`ListedGame`]: a game with its rules' page, starters, [`Constant`]s and [`SampleBot`]s. `entries`: one per game.
//! - [`LIST`], [`listed`], [`bots_for`], [`sample_bots`]: all of them.
//! - [`GAMES`], [`find`], [`names`]: the rules alone.
//! - [`Opener`], [`open_file`], [`open_module`]: games from files, which are registered and found by their keys.

mod constant;
mod entries;
mod listed_game;
mod registry;
mod sample_bot;

pub use constant::{Constant, ConstantValue};
pub use listed_game::ListedGame;
pub use registry::{
    ENDINGS, Opener, Origin, is_file, open_file, open_module, origin, register, registered_module, remember,
    set_opener,
};
pub use sample_bot::SampleBot;

use game::Game;

use crate::entries::{ANY_GAME, ENTRIES};

/// All games with everything that belongs to them, in listing order.
pub static LIST: &[ListedGame] = ENTRIES;

/// The rules of all built-in games, in listing order. A program that uses nothing else from the list
/// contains no sample bots.
pub static GAMES: &[&dyn Game] = &rules_of_entries();

const fn rules_of_entries() -> [&'static dyn Game; ENTRIES.len()] {
    let mut games = [ENTRIES[0].game; ENTRIES.len()];
    let mut index = 1;
    while index < games.len() {
        games[index] = ENTRIES[index].game;
        index += 1;
    }
    games
}

/// Returns the game with a name from TOML, the command line, a job or a record: a built-in one by its name (`tank-war`),
/// a registered one by its key.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    find_in(GAMES, name)
}

/// Returns the game with a key: one of these games, or a registered one.
pub fn find_in(games: &[&'static dyn Game], key: &str) -> Option<&'static dyn Game> {
    games.iter().copied().find(|game| game.name() == key).or_else(|| registry::registered(key))
}

/// Returns the names of the built-in games, separated by commas, for messages.
pub fn names() -> String {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    names.join(", ")
}

/// Returns the entry of the game with a name.
pub fn listed(name: &str) -> Option<&'static ListedGame> {
    LIST.iter().find(|listed| listed.game.name() == name)
}

/// Returns the sample bots that play a game: its own, or for a game from a file the one that plays any game.
pub fn bots_for(name: &str) -> &'static [SampleBot] {
    listed(name).map_or(&[ANY_GAME], |listed| listed.bots)
}

/// Returns the sample bots of all games, game by game.
pub fn sample_bots() -> impl Iterator<Item = &'static SampleBot> {
    LIST.iter().flat_map(|listed| listed.bots)
}

#[cfg(test)]
mod tests;
