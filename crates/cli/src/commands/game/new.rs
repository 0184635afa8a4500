//! `muster game new`: creates a project with the rules of a game.

use std::path::PathBuf;

use clap::Args;
use explain::Error;
use game::visible_path;
use kit::GAME_LANGUAGES;
use terminal::out;
use terminal::text::inert;

use crate::commands::project_files::write_project;
use crate::exit::Done;

/// `muster game new`
#[derive(Args)]
pub(crate) struct NewGameCommand {
    /// The language: python, javascript, typescript, c, rust, zig or assemblyscript.
    #[arg(long)]
    lang: String,
    /// The directory to create; an existing one must be empty.
    directory: PathBuf,
}

impl NewGameCommand {
    pub(crate) fn run(self) -> Done {
        let files = kit::game_project(&self.lang).ok_or_else(|| {
            let names: Vec<&str> = GAME_LANGUAGES.iter().map(|language| language.name).collect();
            Error::input(format!("a game cannot be written in `{}`", inert(&self.lang)))
                .hint(format!("the languages are {}", names.join(", ")))
        })?;
        write_project(&self.directory, &files)?;
        let shown = visible_path(&self.directory);
        out::line(&format!("created a game in {shown}:"))?;
        for file in &files {
            out::line(&format!("  {}", file.path))?;
        }
        out::line(&format!("{shown}/README.md shows how to check and play it"))
    }
}
