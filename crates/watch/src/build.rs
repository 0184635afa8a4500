//! Builds of a bot's files.

use std::path::Path;

use explain::{Error, Kind};
use game::Game;
use job::{Script, Sources};
use sandbox::Sandbox;
use script::{BuildError, Folder};

use crate::follower::Files;
use crate::recorder::Recorder;

/// A built module.
pub(crate) struct BuiltModule {
    pub(crate) module: Vec<u8>,
    /// The game that a script plays; `None` for a module.
    pub(crate) game: Option<&'static dyn Game>,
    /// The output of a script while it was loaded.
    pub(crate) log: String,
}

/// Builds the module, or returns the error in the bot. Also returns the files that the build read or looked for.
///
/// # Errors
/// If the host fails.
pub(crate) fn make(
    sandbox: &Sandbox,
    bot: &Path,
    game: Option<&'static dyn Game>,
) -> Result<(Result<BuiltModule, BuildError>, Files), Error> {
    let (folder, name) = match Folder::from_entry(bot) {
        Ok(found) => found,
        Err(error) => return Ok((Err(error.beside(bot)), Files::new())),
    };
    let files = Recorder::new(&folder);
    let made = if is_module(bot) {
        read(&files, &name)
    } else {
        build(sandbox, &Script { entry: &name, sources: &files, game })
    };
    let made = match made {
        Err(BuildError::Host(error)) => return Err(Error::wrap(Kind::Host, &error)),
        Err(BuildError::HostFailed(error)) => return Err(Error::wrap(Kind::Host, &error)),
        made => made.map_err(|error| error.beside(bot)),
    };
    Ok((made, files.into_files()))
}

/// Returns `true` if the bot's file is a module, judging by its name.
pub(crate) fn is_module(bot: &Path) -> bool {
    bot.extension().is_some_and(|ending| ending == "wasm")
}

fn read(files: &Recorder<'_>, name: &str) -> Result<BuiltModule, BuildError> {
    let unreadable = |source| BuildError::Unreadable { path: name.into(), source };
    let missing = || unreadable(std::io::ErrorKind::NotFound.into());
    let module = files.read(name, u64::MAX).map_err(unreadable)?.ok_or_else(missing)?;
    Ok(BuiltModule { module, game: None, log: String::new() })
}

fn build(sandbox: &Sandbox, script: &Script<'_>) -> Result<BuiltModule, BuildError> {
    let built = script::build(sandbox, script)?;
    Ok(BuiltModule { module: built.module, game: Some(built.game), log: built.log })
}
