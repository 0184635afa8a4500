//! `muster new`: creates a project for a bot.

use std::path::PathBuf;

use clap::Args;
use explain::Error;
use game::visible_path;
use kit::{LANGUAGES, Language, UNAVAILABLE};
use terminal::out;

use super::game::find_game;
use super::project_files::{unwritable, write_project};
use crate::exit::Done;

/// `muster new`
#[derive(Args)]
pub(crate) struct NewCommand {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    #[arg(long)]
    game: String,
    /// The language: python, javascript, typescript, c, cpp, rust, go, zig, assemblyscript, d or nim.
    #[arg(long)]
    lang: String,
    /// The directory to create; an existing one must be empty.
    directory: PathBuf,
}

impl NewCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let language = find_language(&self.lang)?;
        if let [first, ..] = kit::misnomers(game).as_slice() {
            return Err(Error::input(format!("{} has no kits: {first}", game.title()))
                .hint("`muster game check` lists all such names; the game's author can change them"));
        }
        let files = kit::project(language, game);
        let directory = &self.directory;
        write_project(directory, &files)?;
        if let Some(module) = game.module() {
            let path = directory.join(kit::MODULE);
            files::write(&path, module).map_err(|error| unwritable(&path, &error))?;
        }
        let shown = visible_path(directory);
        out::line(&format!("created a bot for {} in {}, in {shown}:", game.title(), language.title))?;
        let module = game.module().map(|_| kit::MODULE);
        for path in files.iter().map(|file| file.path.as_str()).chain(module) {
            out::line(&format!("  {path}"))?;
        }
        out::line(&format!("{shown}/README.md shows how to build and try it"))
    }
}

fn find_language(name: &str) -> Result<&'static Language, Error> {
    if let Some(language) = Language::find(name) {
        return Ok(language);
    }
    let names: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
    let hint = format!("the languages are {}", names.join(", "));
    let message = match UNAVAILABLE.iter().find(|(other, _)| *other == name) {
        Some((_, why)) => format!("a bot cannot be written in {name}: {why}"),
        None => format!("unknown language `{name}`"),
    };
    Err(Error::input(message).hint(hint))
}
