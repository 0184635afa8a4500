//! The list of games: the one place that knows them all.

use game::Game;

/// Every game there is. A game is added by its crate and one line here.
pub(crate) static GAMES: &[&dyn Game] = &[&tank_battle::GAME, &tank_war::GAME, &tank_chess::GAME];

/// The game of a name.
pub(crate) fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// The names of all games, for messages.
pub(crate) fn names() -> String {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    names.join(", ")
}
