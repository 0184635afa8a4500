//! Which of the files that somebody handed in is the bot.

use std::path::Path;

use game::Game;
use handin::original_name;

use super::NotTaken;

/// The name, without its ending, that tells the bot from the files that it imports.
const NAME: &str = "bot";
/// The name of the file of a kit that every game has.
const KIT: &str = "muster";
/// Folders of what tools fetch or make, besides those that are hidden by a dot in front.
const OF_TOOLS: &[&str] = &["node_modules", "__pycache__"];
/// The endings of a file that has types and no code.
const TYPES: &[&str] = &[".d.ts", ".d.mts"];

/// A file that somebody handed in.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    /// Its place among all files.
    pub(super) at: usize,
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
}

/// Which of the files that somebody handed in is the bot: the only module or script without those of the kit, or the only one
/// of these that is named `bot`. Each file has its name, perhaps with folders, and its bytes.
///
/// # Errors
/// If none of them is, or several may be.
pub fn find_bot(
    files: &[(&str, &[u8])],
    game: &'static dyn Game,
    is_script: &dyn Fn(&Path) -> bool,
) -> Result<usize, NotTaken> {
    let own = files.iter().enumerate().map(|(at, (name, bytes))| Candidate { at, name, bytes });
    Naming { is_script, game }.bot(&own.collect::<Vec<_>>())
}

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
    pub(super) fn bot(&self, own: &[Candidate<'_>]) -> Result<usize, NotTaken> {
        if own.is_empty() {
            return Err(NotTaken::NoFile);
        }
        let all: Vec<Candidate<'_>> = own.iter().copied().filter(|file| self.may_be_bot(file.name)).collect();
        let own: Vec<Candidate<'_>> = all.iter().copied().filter(|file| !self.is_of_kit(file.name)).collect();
        let bots = if own.is_empty() { all } else { own };
        let is_named = |file: &Candidate<'_>| {
            stem(&original_name(file.name)).is_some_and(|stem| stem.eq_ignore_ascii_case(NAME))
        };
        let named: Vec<Candidate<'_>> = bots.iter().copied().filter(is_named).collect();
        let is_same = |one: Candidate<'_>, other: Candidate<'_>| {
            original_name(one.name) == original_name(other.name) && one.bytes == other.bytes
        };
        match (bots.as_slice(), named.as_slice()) {
            ([], _) => Err(NotTaken::NoBot),
            (&[only], _) | (_, &[only]) => Ok(only.at),
            // Handed in twice.
            (_, &[first, ref others @ ..]) if others.iter().all(|&other| is_same(first, other)) => {
                Ok(first.at)
            }
            _ => {
                let names = bots.iter().map(|file| file.name.to_owned()).collect();
                Err(NotTaken::SeveralBots { names })
            }
        }
    }
}

fn stem(name: &str) -> Option<&str> {
    Path::new(name).file_stem()?.to_str()
}
