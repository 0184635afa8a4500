//! Games from files: the hash of the rules' module is part of the game's key, of jobs, and of fingerprints.

use std::collections::BTreeMap;

use hash::Hash;

use crate::Terms;

/// The name of the file in which a run keeps the key of a game from a file ([`recorded_game`]).
pub const RULES_FILE: &str = "rules of the game";

/// Returns the hash of the rules' module from the key of a game from a file, `NAME@HASH`; `None` for a built-in game.
pub fn rules_hash(game: &str) -> Option<Hash> {
    game.rsplit_once('@')?.1.parse().ok()
}

/// Returns the key of the game that a run plays according to its files: the first line of [`RULES_FILE`]. `None` if the
/// game is built in.
pub fn recorded_game(files: &BTreeMap<String, String>) -> Option<&str> {
    files.get(RULES_FILE)?.lines().next().filter(|game| rules_hash(game).is_some())
}

/// The fingerprint of an engine that plays any game from a file.
pub fn engine_of_file_games(engine: &str) -> String {
    format!("{engine}; games from files")
}

impl Terms {
    /// Returns the fingerprint of the engines that can play a match with these terms: any that plays games from files,
    /// or one with the rules of a built-in game.
    pub fn engine_class(&self) -> String {
        match (self.rules_module(), self.engine.split_once("; ")) {
            (Some(_), Some((engine, _))) => engine_of_file_games(engine),
            _ => self.engine.clone(),
        }
    }
}
