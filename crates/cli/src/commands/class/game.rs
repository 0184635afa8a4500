//! `muster class game`: replaces the rules of a class's game.

use std::path::PathBuf;

use clap::Args;
use class_operations::class_text::change_game;

use super::adopt;
use super::opening::{open, refuse, warn_of_engine};
use crate::commands::game::find_game;
use crate::exit::Done;

/// `muster class game`
#[derive(Args)]
#[command(after_help = "\
The class's folder stores the module of the rules, and an archive of a script's files, so the file is not needed later. \
Earlier rules stay there: runs that have begun still use them. `muster run --adopt` replays the matches in which the \
rules failed. Earlier results of requirements keep counting until `muster class rejudge` replaces \
them.")]
pub(crate) struct GameCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The file with the rules (.py, .js, .ts, .wasm, .wat).
    file: String,
    /// Show the effects without changing anything.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl GameCommand {
    pub(crate) fn run(self) -> Done {
        // The game is opened first, since the class may lack exactly these rules.
        let game = find_game(&self.file)?;
        let class = open(&self.folder)?;
        let adoption = change_game(&class, game, self.dry_run).map_err(refuse)?;
        adopt::print(&class, &adoption, self.json)?;
        if adoption.changed && !self.dry_run {
            let class = open(&self.folder)?;
            warn_of_engine(&class, &class.facts()?);
        }
        Ok(())
    }
}
