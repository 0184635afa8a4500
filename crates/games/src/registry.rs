//! Games from files. A higher layer opens them; lookups by key then find them like built-in games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{OnceLock, PoisonError, RwLock};

use game::Game;

/// The endings of files with rules, lower case.
pub const ENDINGS: [&str; 5] = ["py", "js", "ts", "wasm", "wat"];

/// Opens games from files. It runs their rules in a sandbox, which this crate does not know.
pub trait Opener: Sync {
    /// Opens a game from its module. Equal modules give the same value.
    ///
    /// # Errors
    ///
    /// Returns the reason, a sentence without a full stop, if the module does not contain the rules of a game, or they fail.
    fn open_module(&self, module: &[u8]) -> Result<&'static dyn Game, String>;

    /// Builds a script or reads a module, and opens it.
    ///
    /// # Errors
    ///
    /// As [`open_module`](Opener::open_module); the lines after the first are notes, such as those of a compiler.
    fn open_file(&self, path: &Path) -> Result<&'static dyn Game, String>;
}

static OPENER: OnceLock<&'static dyn Opener> = OnceLock::new();

/// The games from files that this process has opened.
static OPENED: RwLock<Vec<&'static dyn Game>> = RwLock::new(Vec::new());

/// The file of a game.
#[derive(Clone)]
pub struct Origin {
    /// Its path.
    pub path: PathBuf,
    /// The files of a script by name; empty for a module.
    pub sources: BTreeMap<String, String>,
}

/// The files of games that this process has opened, by the games' keys.
static ORIGINS: RwLock<BTreeMap<&'static str, Origin>> = RwLock::new(BTreeMap::new());

/// Remembers the file of a game.
pub fn remember(game: &'static dyn Game, origin: Origin) {
    ORIGINS.write().unwrap_or_else(PoisonError::into_inner).insert(game.key(), origin);
}

/// Returns the file of a game; `None` if this process has opened it from its module alone.
pub fn origin(game: &dyn Game) -> Option<Origin> {
    ORIGINS.read().unwrap_or_else(PoisonError::into_inner).get(game.key()).cloned()
}

/// Sets the opener of this process. Later calls have no effect.
pub fn set_opener(opener: &'static dyn Opener) {
    OPENER.get_or_init(|| opener);
}

/// Opens a game from its module, and registers it.
///
/// # Errors
///
/// As [`Opener::open_module`]; also if this program has no opener.
pub fn open_module(module: &[u8]) -> Result<&'static dyn Game, String> {
    if let Some(known) = opened(|game| game.module() == Some(module)) {
        return Ok(known);
    }
    opener()?.open_module(module).inspect(|game| register(*game))
}

/// Builds and opens the game of a file, and registers it.
///
/// # Errors
///
/// As [`Opener::open_file`]; also if this program has no opener.
pub fn open_file(path: &Path) -> Result<&'static dyn Game, String> {
    opener()?.open_file(path).inspect(|game| register(*game))
}

/// Registers a game that was opened without the opener.
pub fn register(game: &'static dyn Game) {
    let mut games = OPENED.write().unwrap_or_else(PoisonError::into_inner);
    if games.iter().all(|known| known.key() != game.key()) {
        games.push(game);
    }
}

/// Returns the module of a registered game by its hash, in hexadecimal.
pub fn registered_module(hash: &str) -> Option<&'static [u8]> {
    opened(|game| game.key().rsplit_once('@').is_some_and(|(_, own)| own == hash))?.module()
}

/// Returns the registered game with a key.
pub(crate) fn registered(key: &str) -> Option<&'static dyn Game> {
    opened(|game| game.key() == key)
}

/// Returns `true` if a text in the place of a game's name is the path of a file: it has a separator, or an ending of
/// files with rules.
pub fn is_file(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
    name.contains(std::path::is_separator)
        || ending.is_some_and(|ending| ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

fn opened(is_it: impl Fn(&dyn Game) -> bool) -> Option<&'static dyn Game> {
    let games = OPENED.read().unwrap_or_else(PoisonError::into_inner);
    games.iter().copied().find(|game| is_it(*game))
}

fn opener() -> Result<&'static dyn Opener, String> {
    OPENER.get().copied().ok_or_else(|| "this program cannot open games from files".to_owned())
}
