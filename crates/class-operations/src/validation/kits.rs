//! Kit files in submissions: recognised, added where they are missing, and told apart from those of other games.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use game::Game;
use games::GAMES;
use memchr::memmem;

/// The languages of scripts, by their names in kits.
const SCRIPTS: &[&str] = &["python", "javascript", "typescript"];
/// The start of a view layout in a script's module, after its length. The name of the game precedes it.
///
/// # Source
/// `interpreters/README.md`, the bytes that an interpreter is handed.
const LAYOUT: &[u8] = b"abi_version 0 u32 1\n";

/// Returns `true` if a file is part of a kit. The file's name does not matter.
pub(crate) fn is_kit(bytes: &[u8]) -> bool {
    kit::recognise(bytes).is_some()
}

/// Returns the names of the files of all script kits, without extensions: of the built-in games and of this one.
pub(crate) fn kit_names(game: &dyn Game) -> Vec<String> {
    let games = GAMES.iter().copied().chain([game]);
    games.map(|game| game.name().replace('-', "_")).chain(["muster".to_owned()]).collect()
}

/// Returns a game's kit files for scripts, by name. They are added to a script that was handed in without them, or with
/// them under other names. They are kept for the life of the process, as games are.
pub(crate) fn kit_of_scripts(game: &dyn Game) -> &'static BTreeMap<String, Vec<u8>> {
    static KITS: Mutex<BTreeMap<&str, &BTreeMap<String, Vec<u8>>>> = Mutex::new(BTreeMap::new());
    let mut kits = KITS.lock().unwrap_or_else(PoisonError::into_inner);
    kits.entry(game.key()).or_insert_with(|| Box::leak(Box::new(files(game))))
}

fn files(game: &dyn Game) -> BTreeMap<String, Vec<u8>> {
    let languages = SCRIPTS.iter().filter_map(|name| kit::LANGUAGES.iter().find(|one| one.name == *name));
    languages
        .flat_map(|language| language.kit(game))
        .map(|file| (file.path, file.text.into_bytes()))
        .collect()
}

/// Returns the other game that a script was written for, if it imports that game's kit and not its own.
pub(crate) fn other_game_of_script(
    game: &dyn Game,
    sources: &BTreeMap<String, String>,
) -> Option<&'static dyn Game> {
    let imported = |game: &dyn Game| {
        sources.values().any(|text| kit::recognise(text.as_bytes()) == Some(kit::KitFile::Game(game.title())))
    };
    if imported(game) { None } else { GAMES.iter().copied().find(|other| imported(*other)) }
}

/// Returns the other game that `muster build` made a module for, if any.
pub(crate) fn other_game_of_module(game: &dyn Game, module: &[u8]) -> Option<&'static dyn Game> {
    let made_for = memmem::find_iter(module, LAYOUT).find_map(|at| named_before(module.get(..at)?))?;
    (made_for.id() != game.id()).then_some(made_for)
}

/// Returns the game whose length-prefixed name precedes the length of a layout.
fn named_before(bytes: &[u8]) -> Option<&'static dyn Game> {
    let (before, _) = bytes.split_last_chunk::<4>()?;
    let is_it = |game: &&&dyn Game| {
        let name = game.name().as_bytes();
        let length = (name.len() as u32).to_le_bytes();
        before.strip_suffix(name).is_some_and(|before| before.ends_with(&length))
    };
    GAMES.iter().find(is_it).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kit_of_each_game_has_what_scripts_import() {
        for game in GAMES {
            let stem = game.name().replace('-', "_");
            let kit = kit_of_scripts(*game);
            for name in
                [format!("{stem}.js"), format!("{stem}.py"), "muster.js".to_owned(), "muster.py".to_owned()]
            {
                assert!(is_kit(&kit[&name]), "{name}");
            }
            assert_eq!(kit::recognise(&kit[&format!("{stem}.py")]), Some(kit::KitFile::Game(game.title())));
        }
        assert!(!is_kit(b"import \"./tank_war.js\";\n"));
    }
}
