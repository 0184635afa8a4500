//! Games from files: scripts and modules with rules, opened in the sandbox of this process.

mod known_answers;
mod usage;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use explain::{Error, Kind, meant_file};
use game::{Game, visible_path};
use game_file::{FileGame, OpenError};
use games::{Opener, Origin};
use job::{Script, SizeClass};
use sandbox::{Rules, Sandbox};
use script::{BuildError, Folder, Interpreter};

use self::known_answers::KnownAnswers;
use self::usage::MeteredCalls;
pub use self::usage::{CallUsage, OperationUsage};

/// Opens games from files. Its sandbox is made when the first game is opened.
pub struct GameFiles {
    make: Box<dyn Fn() -> Result<Sandbox, Error> + Send + Sync>,
    sandbox: OnceLock<Sandbox>,
}

/// A game that is open, with the cost and the output of its rules.
pub struct OpenGame {
    /// The game.
    pub game: &'static FileGame,
    /// The cost of all calls so far.
    pub usage: Arc<CallUsage>,
    rules: Rules,
}

impl OpenGame {
    /// Takes the output of the rules since the last call.
    pub fn take_output(&self) -> String {
        self.rules.take_output()
    }
}

/// The module of a file with rules.
pub struct RulesModule {
    /// The self-contained module.
    pub module: Vec<u8>,
    /// The language of a script; `None` for a module.
    pub language: Option<&'static str>,
    /// The output of a script while it was loaded.
    pub log: String,
    origin: Origin,
}

impl GameFiles {
    /// Prepares to open games in a sandbox that `make` returns.
    pub fn new(make: impl Fn() -> Result<Sandbox, Error> + Send + Sync + 'static) -> GameFiles {
        GameFiles { make: Box::new(make), sandbox: OnceLock::new() }
    }

    /// Builds the rules of a script, or reads a module.
    ///
    /// # Errors
    /// If the file cannot be read, the script has an error, or the host fails.
    pub fn read(&self, path: &Path) -> Result<RulesModule, Error> {
        let shown = visible_path(path);
        let unreadable = |error: std::io::Error| Error::input(format!("cannot read {shown}: {error}"));
        let found = fs::metadata(path).map_err(|error| {
            let near = meant_file(path).map(|near| format!("did you mean {}?", visible_path(&near)));
            unreadable(error).hint_all(near)
        })?;
        if found.is_dir() {
            return Err(
                Error::input(format!("{shown} is a folder")).hint("name the file with the rules in it")
            );
        }
        if Interpreter::for_path(path).is_some() {
            let beside = |error: BuildError| build_failed(&error.beside(path));
            let (folder, name) = Folder::from_entry(path).map_err(beside)?;
            let script = Script { entry: &name, sources: &folder, game: None };
            let built = script::build_rules(self.sandbox()?, &script).map_err(beside)?;
            let language = Some(built.interpreter.language);
            let origin = Origin { path: path.to_owned(), sources: built.sources };
            return Ok(RulesModule { module: built.module, language, log: built.log, origin });
        }
        let most = SizeClass::Script.caps().module;
        let mut module = Vec::new();
        File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut module)).map_err(unreadable)?;
        if module.len() as u64 > most {
            return Err(Error::input(format!("{shown} has more than {most} bytes")));
        }
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("wat")) {
            module = wat::parse_bytes(&module)
                .map_err(|error| Error::input(format!("{shown}: {error}")))?
                .into_owned();
        } else if !module.starts_with(b"\0asm") {
            return Err(Error::input(format!("{shown} is neither a script nor a WebAssembly module"))
                .hint("rules are a script (.py, .js, .ts) or a module made by a compiler (.wasm, .wat)"));
        }
        let origin = Origin { path: path.to_owned(), sources: BTreeMap::new() };
        Ok(RulesModule { module, language: None, log: String::new(), origin })
    }

    /// Opens a module that was read, and counts its calls. The calls of a module that is open already are not counted.
    ///
    /// # Errors
    /// If the module does not contain the rules of a game, or they fail.
    pub fn open(&self, read: &RulesModule) -> Result<OpenGame, Error> {
        let of_file = |error: Error| {
            let what = format!("{}: {}", visible_path(&read.origin.path), error.what);
            Error { what, ..error }
        };
        let rules = self.rules(&read.module).map_err(of_file)?;
        let (calls, usage) = MeteredCalls::new(Box::new(rules.clone()));
        let game =
            game_file::open(&read.module, Box::new(calls)).map_err(|error| of_file(unopened(&error)))?;
        games::register(game);
        games::remember(game, read.origin.clone());
        Ok(OpenGame { game, usage, rules })
    }

    fn rules(&self, module: &[u8]) -> Result<Rules, Error> {
        let admitted = self.sandbox()?.rules(module, &SizeClass::Script.caps());
        admitted.map_err(|error| Error::wrap(Kind::Host, &error))?.map_err(|why| {
            let reasons = why.reasons();
            let lines: Vec<&str> = reasons.iter().map(|(reason, _)| reason.as_str()).collect();
            let hints = reasons.iter().map(|(_, advice)| (*advice).to_owned());
            Error::input(format!("the module does not describe a game: {}", lines.join("\n"))).hint_all(hints)
        })
    }

    fn sandbox(&self) -> Result<&Sandbox, Error> {
        if let Some(sandbox) = self.sandbox.get() {
            return Ok(sandbox);
        }
        let made = (self.make)()?;
        Ok(self.sandbox.get_or_init(|| made))
    }
}

impl Opener for GameFiles {
    fn open_module(&self, module: &[u8]) -> Result<&'static dyn Game, String> {
        let rules = KnownAnswers::for_scripts(Box::new(self.rules(module).map_err(in_lines)?));
        let game = game_file::open(module, rules).map_err(|error| in_lines(unopened(&error)))?;
        Ok(game)
    }

    fn open_file(&self, path: &Path) -> Result<&'static dyn Game, String> {
        let RulesModule { module, origin, .. } = self.read(path).map_err(in_lines)?;
        let game = self.open_module(&module).map_err(|why| format!("{}: {why}", visible_path(path)))?;
        games::remember(game, origin);
        Ok(game)
    }
}

/// Returns the word that stands for a game in a command: its name, or the path of its file. The kit of its bots has it, too.
pub fn word_for(game: &dyn Game) -> String {
    match (games::origin(game), game.module()) {
        (Some(origin), _) if origin.path.exists() => origin.path.to_string_lossy().into_owned(),
        (_, Some(_)) => kit::MODULE.to_owned(),
        (_, None) => game.name().to_owned(),
    }
}

fn unopened(error: &OpenError) -> Error {
    let mut lines = vec![error.to_string()];
    if let OpenError::Failed(failure) = error {
        lines.extend(failure.trace.iter().map(|line| format!("  {line}")));
    }
    Error::input(lines.join("\n"))
}

fn build_failed(error: &BuildError) -> Error {
    let mut failed = Error::input(explain::with_causes(error));
    if let BuildError::Script { log, .. } = error
        && !log.is_empty()
    {
        failed.what.push_str(&format!("\n{log}"));
    }
    failed.hint_all(error.advice())
}

/// Returns an error as the lines that an opener reports.
fn in_lines(error: Error) -> String {
    error.hints.into_iter().fold(error.what, |what, hint| format!("{what}\nhint: {hint}"))
}
