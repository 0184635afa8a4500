//! From a script to a module.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;

use game::Game;
use job::{JAVASCRIPT_ENDINGS, Script, Sources};
use referee::{Fault, Limits, Ticks};
use sandbox::{Loaded, Sandbox};

use crate::folder::ScriptFiles;
use crate::imports::{self, NamedFiles};
use crate::interpreter_input::{self, Blob};
use crate::nearby_files;
use crate::script_text::{FILE_BYTES, text};
use crate::syntax::{self, SourceLocation};
use crate::types::Types;
use crate::{BuildError, INTERPRETERS, Interpreter};

/// Maximum time for a script to load, on the virtual clock: 2 s.
const LOADING: Ticks = Ticks(20_000_000_000);
/// Maximum time for building a script, on the virtual clock: 5 s. It covers loading the script, loading it again if
/// it asks for files that its text does not name, and stripping types.
const BUILDING: Ticks = Ticks(50_000_000_000);
/// The part of it for stripping types from files that are offered in a survey: 500 ms.
const OFFERING: Ticks = Ticks(5_000_000_000);
/// Time before the end of a start in which an interpreter reports that the script does not end: 30 ms.
const LAST_MOMENT: Ticks = Ticks(300_000_000);
/// Maximum bytes kept of a script's output during loading.
const LOG: u64 = 64 << 10;
/// Maximum size of the module of a game next to a script. A larger file is truncated, so it is not recognised as a
/// game.
const MODULE_BYTES: u64 = 32 << 20;
/// Maximum number of files of a script.
const FILES: usize = 1_000;
/// Maximum number of names that a script asks for and that do not exist. An import may stand for several.
const ABSENT: usize = 4 * FILES;

/// A module made from a script.
pub struct ScriptModule {
    /// The module, which is complete and of the size class that its interpreter needs.
    pub module: Vec<u8>,
    /// The game that it plays.
    pub game: &'static dyn Game,
    /// The interpreter of its language.
    pub interpreter: &'static Interpreter,
    /// The script's output during loading.
    pub log: String,
    /// The files that it is made of, unchanged, by their paths in the folder of the entry file.
    pub sources: BTreeMap<String, String>,
    /// Number of times that the interpreter began to load it.
    pub starts: u32,
}

/// Makes a module from a script and the files that it imports. The same files give the same bytes.
///
/// The game is the one whose kit the script imports, unless one is given.
///
/// # Errors
/// If a file cannot be read, the script has an error, or the host fails.
pub fn build(sandbox: &Sandbox, script: &Script<'_>) -> Result<ScriptModule, BuildError> {
    let files = ScriptFiles::new(script.entry, script.sources);
    let mut building = ScriptUnderBuild::new(sandbox, &files)?;
    if let Some(game) = script.game {
        building.plays(game);
    }
    building.look_up_entry()?;
    let is_rules = are_rules(&building.blob);
    let entry = files.name.as_str();
    let LoadedScript { module, game, interpreter, log, sources, starts } =
        building.load().map_err(|error| if is_rules { no_bot(error, entry) } else { error })?;
    let game = game.ok_or_else(|| BuildError::NoGame { entry: entry.to_owned() })?;
    Ok(ScriptModule { module, game, interpreter, log, sources, starts })
}

/// Returns `true` if the files are the rules of a game.
fn are_rules(blob: &Blob) -> bool {
    let text = blob.files.get(&blob.entry).map_or("", String::as_str);
    let imports = ["from muster.rules import", "import muster.rules", "/muster_rules."];
    imports.iter().any(|import| text.contains(import))
}

/// Returns the error for a bot's script that is the rules of a game.
fn no_bot(error: BuildError, entry: &str) -> BuildError {
    match error {
        BuildError::Script { .. } | BuildError::NoGame { .. } => {
            BuildError::Rules { entry: entry.to_owned() }
        }
        other => other,
    }
}

/// Returns the error for a file that is not a script, judged by its name.
pub fn no_script(path: &Path) -> BuildError {
    let endings = INTERPRETERS.iter().flat_map(|interpreter| interpreter.endings);
    let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
    BuildError::NoScript { path: path.to_owned(), endings: endings.join(", ") }
}

/// A script that has been loaded.
pub(crate) struct LoadedScript {
    pub(crate) module: Vec<u8>,
    /// The game that it plays, if it is known.
    pub(crate) game: Option<&'static dyn Game>,
    pub(crate) interpreter: &'static Interpreter,
    pub(crate) log: String,
    pub(crate) sources: BTreeMap<String, String>,
    pub(crate) starts: u32,
}

/// A script that is being made into a module.
pub(crate) struct ScriptUnderBuild<'a> {
    sandbox: &'a Sandbox,
    pub(crate) interpreter: &'static Interpreter,
    types: Types<'a>,
    files: &'a dyn Sources,
    game: Option<&'static dyn Game>,
    /// `true` if the kit that the script imports determines its game.
    pub(crate) finds_game: bool,
    /// The game whose module lies beside the script.
    beside: OnceCell<Option<&'static dyn Game>>,
    pub(crate) blob: Blob,
    pub(crate) sources: BTreeMap<String, String>,
    /// Remaining part of [`BUILDING`].
    left: Ticks,
    starts: u32,
}

impl<'a> ScriptUnderBuild<'a> {
    /// Begins with the entry file of these files.
    pub(crate) fn new(sandbox: &'a Sandbox, files: &'a ScriptFiles<'a>) -> Result<Self, BuildError> {
        let path = Path::new(&files.name);
        Ok(ScriptUnderBuild {
            sandbox,
            interpreter: Interpreter::for_path(path).ok_or_else(|| no_script(path))?,
            types: Types::new(sandbox),
            files,
            game: None,
            finds_game: true,
            beside: OnceCell::new(),
            blob: Blob { entry: files.name.clone(), ..Blob::default() },
            sources: BTreeMap::new(),
            left: BUILDING,
            starts: 0,
        })
    }

    /// Reads the entry file and the files that it names. Errors of the file itself are found without an interpreter.
    pub(crate) fn look_up_entry(&mut self) -> Result<(), BuildError> {
        let name = self.blob.entry.clone();
        if self.look_up(&name)? {
            return Ok(());
        }
        let source = std::io::Error::from(std::io::ErrorKind::NotFound);
        Err(BuildError::Unreadable { path: name.into(), source })
    }

    /// Loads the script, and repeats that as long as it asks for files and there is time left.
    pub(crate) fn load(mut self) -> Result<LoadedScript, BuildError> {
        let interpreter = &self.interpreter.module();
        let caps = (self.interpreter.caps)();
        let bot = &self.sandbox.admit(interpreter, &caps)??;
        let memory = caps.memory_pages * 65_536;
        loop {
            let limits = Limits { start: LOADING.min(self.left), memory, log: LOG, ..Limits::default() };
            let loading = self.sandbox.load(bot, interpreter, &self.blob.encode(), &limits)?;
            self.left = self.left.minus(loading.spent);
            self.starts += 1;
            let is_over = self.left <= LAST_MOMENT;
            match loading.loaded {
                Loaded::Text(_) if is_over => return Err(self.slow()),
                Loaded::Text(names) => self.answer(&names)?,
                // Offered files that the script does not ask for are not part of it.
                Loaded::Ready(_) if self.blob.offered.take().is_some() => {
                    if is_over {
                        return Err(self.slow());
                    }
                }
                Loaded::Ready(module) => {
                    self.sandbox.inspect(&module, &caps).map_err(BuildError::Refused)?;
                    let Self { game, interpreter, sources, starts, .. } = self;
                    return Ok(LoadedScript { module, game, interpreter, log: loading.log, sources, starts });
                }
                // A script that is loaded once has more time than was left for this start.
                Loaded::Refused(_) | Loaded::Failed(_)
                    if limits.start < LOADING && limits.start.minus(loading.spent) <= LAST_MOMENT =>
                {
                    return Err(self.slow());
                }
                Loaded::Refused(message) => return Err(self.refused(&message, &loading.log)),
                Loaded::Failed(failure) if failure.fault == Fault::StartTimeout => {
                    let entry = self.blob.entry;
                    return Err(BuildError::Endless { entry, limit: LOADING.to_string() });
                }
                Loaded::Failed(failure) if failure.account().is_some() => {
                    let message = match failure.advice() {
                        Some(advice) => format!("{}; {advice}", failure.in_words()),
                        None => failure.in_words(),
                    };
                    return Err(BuildError::Script { message, log: failure.trace().join("\n") });
                }
                Loaded::Failed(failure) => {
                    let failure = format!("{}: {}", failure.fault, failure.detail);
                    return Err(BuildError::Failed { entry: self.blob.entry, failure });
                }
            }
        }
    }

    fn slow(&self) -> BuildError {
        let (entry, limit) = (self.blob.entry.clone(), BUILDING.to_string());
        BuildError::Slow { entry, limit, starts: self.starts }
    }

    /// Adds the files that the script asks for. If it computes their names, it is loaded next in a survey, with the
    /// files near it, to find out all names that it asks for. After that it is loaded with these files only.
    fn answer(&mut self, names: &str) -> Result<(), BuildError> {
        let was_survey = self.blob.offered.take().is_some();
        let (mut is_computed, mut is_new) = (false, false);
        for name in names.split('\0') {
            // The previous file may have named it.
            if self.blob.knows(name) {
                continue;
            }
            is_new = true;
            is_computed |= !self.tells_the_game(name);
            self.hand_over(name)?;
        }
        if !is_new {
            return Err(self.too_many());
        }
        if is_computed && !was_survey {
            self.blob.offered = Some(self.offer());
        }
        Ok(())
    }

    /// Returns the files near the script that are not yet in the blob, without types.
    fn offer(&mut self) -> BTreeMap<String, String> {
        let mut time = OFFERING.min(self.left);
        self.left = self.left.minus(time);
        let (mut offered, mut bytes) = (BTreeMap::new(), nearby_files::BYTES as usize);
        for name in self.files.near(self.interpreter.endings).into_iter().take(nearby_files::FILES) {
            if self.blob.knows(&name) {
                continue;
            }
            // An error in a file is reported once the script asks for it.
            if let Ok(Some(text)) = self.text(&name)
                && let Some(left) = bytes.checked_sub(text.len())
                && let Ok(text) = self.types.strip_within(&name, text, &mut time)
            {
                bytes = left;
                offered.insert(name, text);
            }
        }
        self.left = Ticks(self.left.0 + time.0);
        offered
    }

    /// Adds a file that the script asks for. A game's kit determines the script's game.
    fn hand_over(&mut self, name: &str) -> Result<(), BuildError> {
        if self.is_full() {
            return Err(self.too_many());
        }
        if self.game.is_none()
            && let Some(game) = self.game_of_kit(name)
        {
            self.plays(game);
        }
        self.look_up(name).map(drop)
    }

    fn is_full(&self) -> bool {
        self.blob.files.len() >= FILES || self.blob.absent.len() >= ABSENT
    }

    fn too_many(&self) -> BuildError {
        BuildError::TooManyFiles { entry: self.blob.entry.clone(), limit: FILES }
    }

    /// Reads a file and the files that it names into the blob, or records that it does not exist. Returns `true` if
    /// it exists.
    fn look_up(&mut self, name: &str) -> Result<bool, BuildError> {
        let found = self.read(name)?;
        let mut waiting = vec![name.to_owned()];
        while let Some(file) = waiting.pop() {
            let Some(text) = self.blob.files.get(&file) else { continue };
            let NamedFiles { imported, perhaps } = imports::named(&file, text);
            for name in &imported {
                waiting.extend(self.read_ahead(name).then(|| name.clone()));
            }
            for name in &perhaps {
                let is_there = self.files.has(name);
                waiting.extend((is_there && self.read_ahead(name)).then(|| name.clone()));
            }
        }
        Ok(found)
    }

    /// Reads a file that a text names, if it has no error; an error is reported once the script asks for it. Returns
    /// `true` if the file exists.
    fn read_ahead(&mut self, name: &str) -> bool {
        // A comment must not determine the script's game.
        if self.blob.knows(name) || self.is_full() || self.tells_the_game(name) {
            return false;
        }
        self.read(name).unwrap_or(false)
    }

    /// Reads a file into the blob, without types, or records that it does not exist. Returns `true` if it exists.
    fn read(&mut self, name: &str) -> Result<bool, BuildError> {
        let Some(contents) = self.text(name)? else {
            self.blob.absent.insert(name.to_owned());
            return Ok(false);
        };
        let stripped = self.types.strip_within(name, contents.clone(), &mut self.left)?;
        self.sources.insert(name.to_owned(), contents);
        self.blob.files.insert(name.to_owned(), stripped);
        Ok(true)
    }

    /// Returns the text of a file without a byte order mark; `None` if there is no such file.
    fn text(&self, name: &str) -> Result<Option<String>, BuildError> {
        let read = self.files.read(name, FILE_BYTES + 1);
        let bytes = read.map_err(|source| BuildError::Unreadable { path: name.into(), source })?;
        bytes.map(|bytes| text(name, &bytes)).transpose()
    }

    fn plays(&mut self, game: &'static dyn Game) {
        self.game = Some(game);
        game.name().clone_into(&mut self.blob.game);
        self.blob.layout = interpreter_input::view_table(game);
        self.blob.metrics = interpreter_input::metric_names(game);
    }

    /// Returns the error of a script in the interpreter's words, which are also the last that it printed.
    fn refused(&self, message: &str, log: &str) -> BuildError {
        let log = log.trim_end();
        let log = log.strip_suffix(message).unwrap_or(log).trim_end().to_owned();
        let place = SourceLocation::parse(message).filter(|_| message.contains("SyntaxError"));
        let text = place.as_ref().and_then(|place| self.sources.get(place.file));
        let is_javascript = self.interpreter.endings == JAVASCRIPT_ENDINGS;
        let advice = match (place, text) {
            (Some(place), Some(text)) if is_javascript => syntax::advice(text, place.line, place.column),
            _ => None,
        };
        let message = advice.map_or(message.to_owned(), |advice| format!("{message}; {advice}"));
        BuildError::Script { message, log }
    }

    /// Returns `true` if this file determines the script's game.
    fn tells_the_game(&self, name: &str) -> bool {
        self.game.is_none() && self.game_of_kit(name).is_some()
    }

    /// Returns the game whose kit has this name: `tank_war.js` for tank-war. The project of a game from a file has its
    /// module.
    fn game_of_kit(&self, name: &str) -> Option<&'static dyn Game> {
        let (stem, ending) = name.rsplit_once('/').map_or(name, |(_, file)| file).rsplit_once('.')?;
        if !self.finds_game || !self.interpreter.endings.contains(&ending) {
            return None;
        }
        let is_it = |game: &&'static dyn Game| game.name().replace('-', "_") == stem;
        games::GAMES.iter().copied().find(is_it).or_else(|| self.game_beside().filter(is_it))
    }

    /// Returns the game whose module lies beside the script.
    fn game_beside(&self) -> Option<&'static dyn Game> {
        *self.beside.get_or_init(|| {
            let module = self.files.read(kit::MODULE, MODULE_BYTES).ok()??;
            games::open_module(&module).ok()
        })
    }
}
