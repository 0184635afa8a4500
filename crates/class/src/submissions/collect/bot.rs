//! Which of the files that somebody handed in is the bot.

use std::path::Path;

use handin::HandIn;

use super::NotTaken;

/// The name, without its ending, that tells the bot from the files that it imports.
const NAME: &str = "bot";

/// Whether a file may be a bot, by its name.
pub(super) fn may_be(path: &Path, is_script: &dyn Fn(&Path) -> bool) -> bool {
    path.extension().is_some_and(|ending| ending == "wasm") || is_script(path)
}

/// The only file that is a module or a script, or the only one of these that is named `bot`.
pub(super) fn of(
    own: &[usize],
    files: &[HandIn],
    is_script: &dyn Fn(&Path) -> bool,
) -> Result<usize, NotTaken> {
    let path = |file: usize| Path::new(&files[file].file);
    let bots: Vec<usize> = own.iter().copied().filter(|&file| may_be(path(file), is_script)).collect();
    let named: Vec<usize> = bots
        .iter()
        .copied()
        .filter(|&file| path(file).file_stem().is_some_and(|name| name == NAME))
        .collect();
    match (bots.as_slice(), named.as_slice()) {
        ([], _) => Err(NotTaken::NoBot),
        (&[only], _) | (_, &[only]) => Ok(only),
        _ => {
            Err(NotTaken::SeveralBots { names: bots.iter().map(|&file| files[file].file.clone()).collect() })
        }
    }
}
