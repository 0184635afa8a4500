//! The list of all games, and the only place that names them all.
//!
//! To add a game, write a crate that implements [`Game`] and its position, and add one line to [`GAMES`].

use game::Game;

/// All games, in listing order.
pub static GAMES: &[&dyn Game] = &[&tank_battle::GAME, &tank_war::GAME, &tank_chess::GAME];

/// Returns the game with a name from TOML or the command line: `tank-war`.
pub fn find(name: &str) -> Option<&'static dyn Game> {
    GAMES.iter().copied().find(|game| game.name() == name)
}

/// Returns the names of all games, separated by commas, for messages.
pub fn names() -> String {
    let names: Vec<&str> = GAMES.iter().map(|game| game.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_and_numbers_are_unique() {
        let names: BTreeSet<&str> = GAMES.iter().map(|game| game.name()).collect();
        let numbers: BTreeSet<u32> = GAMES.iter().map(|game| game.id()).collect();
        assert_eq!((names.len(), numbers.len()), (GAMES.len(), GAMES.len()));
    }

    #[test]
    fn a_game_is_found_by_its_name() {
        for game in GAMES {
            assert_eq!(find(game.name()).map(Game::id), Some(game.id()));
        }
        assert!(find("chess").is_none());
    }
}
