//! Games from files: the hash of the rules' module is part of the game's key, of jobs, and of fingerprints.

use std::collections::BTreeMap;

use hash::Hash;

/// The name of the file in which a run keeps the key of a game from a file ([`recorded_game`]).
pub const RULES_FILE: &str = "rules of the game";

/// Returns the hash of the rules' module from the key of a game from a file, `NAME@HASH`; `None` for a built-in game.
pub fn rules_hash(game: &str) -> Option<Hash> {
    game.rsplit_once('@')?.1.parse().ok()
}

/// Returns the key of the game that a run plays according to its files: the first line of [`RULES_FILE`]. `None` if the
/// game is built in.
pub fn recorded_game(files: &BTreeMap<String, String>) -> Option<&str> {
    files.get(RULES_FILE)?.lines().next()
}

/// The fingerprint of an engine that plays any game from a file.
pub fn engine_of_file_games(engine: &str) -> String {
    format!("{engine}; games from files")
}
