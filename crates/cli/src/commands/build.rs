//! `muster build`: turns a script, or a module with too many data segments, into a bot.

use std::path::{Path, PathBuf};

use clap::Args;
use explain::{Error, Kind};
use game::visible_path;
use job::{Caps, NotBuilt, Script, ScriptBuild, Validator};
use script::{BuildError, Folder, Interpreter, ScriptModule};
use terminal::logs;
use terminal::out;

use super::game::find_game;
use crate::exit::Done;
use crate::host;
use crate::isolation::IsolateOption;

/// `muster build`
#[derive(Args)]
#[command(after_help = "\
A script (.py, .js, .ts) becomes one self-contained module that includes its interpreter; the script's top level runs \
during the build. The script must define a function `choose` (exported, in JavaScript) and may import files beside it. \
The same files always give the same bytes.

For a .wasm file, data segments that its toolchain has split (Go) are merged; nothing else changes.")]
pub(crate) struct BuildCommand {
    /// The script, or a .wasm file.
    file: PathBuf,
    /// The file to write [default: the script's name with .wasm].
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// The game [default: the one whose kit the script imports].
    #[arg(long, short)]
    game: Option<String>,
    #[command(flatten)]
    isolate: IsolateOption,
}

impl BuildCommand {
    pub(crate) fn run(self) -> Done {
        let is_module = self.file.extension().is_some_and(|ending| ending == "wasm");
        if is_module { self.merge() } else { self.build() }
    }

    fn build(&self) -> Done {
        let game = self.game.as_deref().map(find_game).transpose()?;
        let failed = |error: BuildError| failed(&error.beside(&self.file));
        let (folder, name) = Folder::from_entry(&self.file).map_err(failed)?;
        let script = Script { entry: &name, sources: &folder, game };
        let built = match self.isolate.place_apart(1)? {
            Some(place) => self.build_apart(place.validator(), &script)?,
            None => build_of(script::build(&host::sandbox(1)?, &script).map_err(failed)?),
        };
        let to = self.out.clone().unwrap_or_else(|| self.file.with_extension("wasm"));
        write(&to, &built.module)?;
        tell(&built, &to)
    }

    fn build_apart(&self, validator: &dyn Validator, script: &Script<'_>) -> Result<ScriptBuild, Error> {
        if validator.language(script.entry).is_none() {
            return Err(failed(&script::no_script(&self.file)));
        }
        let built = validator.build(script).map_err(|error| Error::wrap(Kind::Host, &error))?;
        built.map_err(|why| match why {
            NotBuilt::Wrong { what, advice } => with_advice(Error::input(what), advice),
            NotBuilt::Unreadable { file, why } => {
                let path = self.file.with_file_name(file);
                Error::input(format!("cannot read {}: {why}", path.display()))
            }
            NotBuilt::Undecided(why) => failed(&BuildError::Undecided(why)),
        })
    }

    /// Merges the data segments of a module.
    fn merge(&self) -> Done {
        let to = self.out.as_deref().ok_or_else(|| {
            Error::input("a .wasm file is already a bot; its data segments are merged into a new file")
                .hint("name the new file: --out FILE.wasm")
        })?;
        let bytes = host::read_bot(&self.file, &Caps::script())
            .map_err(|error| host::unread_bot(&self.file, &error))?;
        let merged = sandbox::merge_segments(&bytes).ok_or_else(|| {
            Error::input(format!("{} is not a module whose data can be merged", visible_path(&self.file)))
                .hint("`muster check` shows what is wrong with it")
        })?;
        write(to, &merged)?;
        out::line(&format!("{}: {} bytes, {} before", visible_path(to), merged.len(), bytes.len()))
    }
}

fn write(to: &Path, module: &[u8]) -> Done {
    files::write(to, module)
        .map_err(|error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(to))))
}

/// Prints the result, and the output of the script during the build.
fn tell(built: &ScriptBuild, to: &Path) -> Done {
    for line in logs::lines(built.log.as_bytes()) {
        out::line(&format!("  {line}"))?;
    }
    let ScriptBuild { module, game, language, .. } = built;
    let is_large = |interpreter: &Interpreter| (interpreter.caps)() != Caps::standard();
    let interpreter = script::INTERPRETERS.iter().find(|interpreter| interpreter.language == *language);
    let class = if interpreter.is_some_and(is_large) { ", size = \"script\"" } else { "" };
    out::line(&format!(
        "{}: plays {game}, {language} with its interpreter, {} bytes{class}",
        visible_path(to),
        module.len(),
    ))
}

fn build_of(built: ScriptModule) -> ScriptBuild {
    let ScriptModule { module, game, interpreter, log, sources, starts: _ } = built;
    ScriptBuild { module, game: game.name(), language: interpreter.language, log, sources }
}

pub(super) fn failed(error: &BuildError) -> Error {
    let code = match error {
        BuildError::Host(_) | BuildError::HostFailed(_) => Kind::Host,
        BuildError::Undecided(_) => Kind::Undecided,
        _ => Kind::Input,
    };
    let mut failed = Error::wrap(code, error);
    if let BuildError::Script { log, .. } = error
        && !log.is_empty()
    {
        failed.what.push_str(&format!("\n{log}"));
    }
    with_advice(failed, error.advice())
}

fn with_advice(failed: Error, advice: Option<String>) -> Error {
    match advice {
        Some(advice) => failed.hint(advice),
        None => failed,
    }
}
