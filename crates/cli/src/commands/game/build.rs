//! `muster game build`: builds the module of a game's file, to hand on.

use std::path::PathBuf;

use clap::Args;
use explain::{Error, Kind};
use game::{Game, visible_path};
use terminal::{logs, out};

use crate::exit::Done;
use crate::host;

/// `muster game build`
#[derive(Args)]
#[command(after_help = "\
The module contains the rules and, for a script, its interpreter. Every command accepts it instead of the file. The \
build is reproducible: the same files give the same bytes.")]
pub(crate) struct GameBuildCommand {
    /// The file with the rules: .py, .js, .ts, .wasm or .wat.
    file: PathBuf,
    /// The module to write.
    #[arg(long, short, value_name = "MODULE.wasm")]
    out: PathBuf,
}

impl GameBuildCommand {
    pub(crate) fn run(self) -> Done {
        let files = host::game_files();
        let rules = files.read(&self.file)?;
        let game = files.open(&rules)?.game;
        files::write(&self.out, &rules.module).map_err(|error| {
            Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(&self.out)))
        })?;
        logs::lines(rules.log.as_bytes()).iter().try_for_each(|line| out::line(&format!("  {line}")))?;
        let language = rules.language.map(|language| format!("{language} with its interpreter, "));
        out::line(&format!(
            "{}: the rules of {}, {}{} bytes",
            visible_path(&self.out),
            game.title(),
            language.unwrap_or_default(),
            rules.module.len()
        ))?;
        out::line(&format!("{} is its name in records", game.key()))
    }
}
