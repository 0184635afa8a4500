//! `muster build`: from a script, or a module with too many pieces, to a bot.

use std::path::{Path, PathBuf};

use clap::Args;
use explain::{Error, Kind};
use game::visible_path;
use job::{Caps, Script};
use script::{BuildError, Folder, ScriptModule};

use super::game::find_game;
use super::logs;
use crate::exit::Done;
use crate::{host, out};

/// `muster build`
#[derive(Args)]
#[command(after_help = "\
A script (.py, .js, .ts) becomes one complete module: with its interpreter, and with its top level run. It has a function \
`choose` (exported, in JavaScript), and may import files beside it. The same files give the same bytes.

A .wasm file is written with its data segments merged, where a toolchain splits them (Go); nothing else changes.")]
pub(crate) struct BuildCommand {
    /// The script, or a .wasm file.
    file: PathBuf,
    /// Where the bot is written [default: the script's name with .wasm].
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// The game [default: the one whose kit the script imports].
    #[arg(long, short)]
    game: Option<String>,
}

impl BuildCommand {
    pub(crate) fn run(self) -> Done {
        let is_module = self.file.extension().is_some_and(|ending| ending == "wasm");
        if is_module { self.merge() } else { self.build() }
    }

    fn build(&self) -> Done {
        let game = self.game.as_deref().map(find_game).transpose()?;
        let failed = |error: BuildError| failed(&error.beside(&self.file));
        let (folder, name) = Folder::of(&self.file).map_err(failed)?;
        let script = Script { entry: &name, sources: &folder, game };
        let built = script::build(&host::sandbox(1)?, &script).map_err(failed)?;
        let to = self.out.clone().unwrap_or_else(|| self.file.with_extension("wasm"));
        write(&to, &built.module)?;
        tell(&built, &to)
    }

    /// Merges the data segments of a module.
    fn merge(&self) -> Done {
        let to = self.out.as_deref().ok_or_else(|| {
            Error::input("a .wasm file is a bot already; its data segments are merged into another file")
                .hint("say where to write it: --out FILE.wasm")
        })?;
        let bytes = host::read_bot(&self.file, &Caps::script())
            .map_err(|error| host::unread_bot(&self.file, &error))?;
        let merged = sandbox::merge_segments(&bytes).ok_or_else(|| {
            Error::input(format!("{} is not a module whose data can be merged", visible_path(&self.file)))
                .hint("`muster check` says what is wrong with it")
        })?;
        write(to, &merged)?;
        out::line(&format!("{}: {} bytes, {} before", visible_path(to), merged.len(), bytes.len()))
    }
}

fn write(to: &Path, module: &[u8]) -> Done {
    files::write(to, module)
        .map_err(|error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(to))))
}

/// Says what was made, and what the script printed meanwhile.
fn tell(built: &ScriptModule, to: &Path) -> Done {
    for line in logs::lines(built.log.as_bytes()) {
        out::line(&format!("  {line}"))?;
    }
    let ScriptModule { module, game, interpreter, .. } = built;
    let class = if (interpreter.caps)() == Caps::standard() { "" } else { ", size = \"script\"" };
    out::line(&format!(
        "{}: plays {}, {} with its interpreter, {} bytes{class}",
        visible_path(to),
        game.name(),
        interpreter.language,
        module.len(),
    ))
}

pub(super) fn failed(error: &BuildError) -> Error {
    let code = match error {
        BuildError::Host(_) | BuildError::HostFailed(_) => Kind::Host,
        BuildError::Undecided(_) => Kind::Undecided,
        _ => Kind::Input,
    };
    let mut failed = Error::of(code, error);
    if let BuildError::Script { log, .. } = error
        && !log.is_empty()
    {
        failed.what.push_str(&format!("\n{log}"));
    }
    match error.advice() {
        Some(advice) => failed.hint(advice),
        None => failed,
    }
}
