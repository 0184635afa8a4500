//! Which of the files that somebody handed in is the bot.

use std::path::Path;

use game::Game;
use handin::{Form, HandIn, original_name};

use super::NotTaken;

/// The name, without its ending, that tells the bot from the files that it imports.
const NAME: &str = "bot";
/// The name of the file of a kit that every game has.
const KIT: &str = "muster";
/// Folders of what tools fetch or make, besides those that are hidden by a dot in front.
const OF_TOOLS: &[&str] = &["node_modules", "__pycache__"];
/// The endings of a file that has types and no code.
const TYPES: &[&str] = &[".d.ts", ".d.mts"];

/// What a file may be, by its name. The number that a course system or a browser gave it says nothing.
pub(super) struct Naming<'a> {
    pub(super) is_script: &'a dyn Fn(&Path) -> bool,
    pub(super) game: &'static dyn Game,
}

impl Naming<'_> {
    /// Whether a file may be a bot.
    pub(super) fn may_be_bot(&self, file: &str) -> bool {
        let name = original_name(file);
        let is_of_tools = |part: &str| part.starts_with('.') || OF_TOOLS.contains(&part);
        let path = Path::new(&*name);
        let is_module = path.extension().is_some_and(|ending| ending == "wasm");
        (is_module || (self.is_script)(path))
            && !TYPES.iter().any(|ending| name.ends_with(ending))
            && !name.split('/').any(is_of_tools)
    }

    /// Whether it is a file of the kit, which a script comes with.
    fn is_of_kit(&self, file: &str) -> bool {
        let name = original_name(file);
        stem(&name).is_some_and(|stem| stem == KIT || stem == self.game.name().replace('-', "_"))
    }

    /// The only file that is a module or a script, without those of the kit; or the only one of these that is named `bot`.
    pub(super) fn bot(&self, own: &[usize], files: &[HandIn]) -> Result<usize, NotTaken> {
        let name = |file: usize| files[file].file.as_str();
        let handed_in: Vec<usize> =
            own.iter().copied().filter(|&file| files[file].form == Form::File).collect();
        if handed_in.is_empty() {
            return Err(NotTaken::NoFile);
        }
        let all: Vec<usize> = handed_in.into_iter().filter(|&file| self.may_be_bot(name(file))).collect();
        let own: Vec<usize> = all.iter().copied().filter(|&file| !self.is_of_kit(name(file))).collect();
        let bots = if own.is_empty() { all } else { own };
        let is_named = |file: &usize| {
            stem(&original_name(name(*file))).is_some_and(|stem| stem.eq_ignore_ascii_case(NAME))
        };
        let named: Vec<usize> = bots.iter().copied().filter(is_named).collect();
        let is_same = |one: usize, other: usize| {
            original_name(name(one)) == original_name(name(other)) && files[one].bytes == files[other].bytes
        };
        match (bots.as_slice(), named.as_slice()) {
            ([], _) => Err(NotTaken::NoBot),
            (&[only], _) | (_, &[only]) => Ok(only),
            // Handed in twice.
            (_, &[first, ref others @ ..]) if others.iter().all(|&other| is_same(first, other)) => Ok(first),
            _ => {
                Err(NotTaken::SeveralBots { names: bots.iter().map(|&file| name(file).to_owned()).collect() })
            }
        }
    }
}

fn stem(name: &str) -> Option<&str> {
    Path::new(name).file_stem()?.to_str()
}
