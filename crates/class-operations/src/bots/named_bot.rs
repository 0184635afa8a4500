//! Bots named on a command line: files or built-in bots.

use std::path::Path;
use std::sync::Arc;

use config::{BotPlan, EntrantPlan, SizeClass};
use explain::{Error, Kind, quoted};
use game::{Game, visible_path};
use job::Caps;
use referee::Builtin;
use runner::Candidate;

use super::bot_file::{read_bot, unread_bot};

/// The hint for a name that is not a bot.
pub const WHAT_PLAYS: &str = "give a .wasm file, or the name of a bot that `muster opponents` lists";

/// A bot and the bytes of its module; `None` for a bot without a module.
pub type BotWithModule = (BotPlan, Option<Arc<[u8]>>);

/// Finds a bot of this game by name, with the bytes of its module if it has one.
///
/// # Errors
/// If there is no built-in bot of the name, or the file cannot be read.
pub fn named_bot(name: &str, game: Option<&dyn Game>, caps: &Caps) -> Result<BotWithModule, Error> {
    match config::read_named(name, game.map(Game::key)) {
        Some(Ok(bot)) => {
            let module = bot.built_in_module();
            Ok((bot, module))
        }
        Some(Err(error)) => Err(Error::wrap(Kind::Input, &error).hint(error.hint())),
        None => {
            let path = Path::new(name);
            let bytes = read_bot(path, caps).map_err(|error| {
                let failed = unread_bot(path, &error);
                let built_in = format!("{}{name}", Builtin::PREFIX);
                match config::read_named(&built_in, game.map(Game::key)) {
                    Some(Ok(_)) => failed.hint(format!("did you mean `{built_in}`?")),
                    _ if failed.hints.is_empty() => failed.hint(WHAT_PLAYS),
                    _ => failed,
                }
            })?;
            Ok((BotPlan::File(name.to_owned()), Some(bytes)))
        }
    }
}

/// Refuses an unbuilt script, since a bot is a module.
///
/// # Errors
/// If the file is a script.
pub fn refuse_script(name: &str, module: Option<&[u8]>) -> Result<(), Error> {
    let path = Path::new(name);
    if !job::is_script(path) || module.is_none_or(|bytes| bytes.starts_with(b"\0asm")) {
        return Ok(());
    }
    let (script, module) = (visible_path(path), visible_path(&path.with_extension("wasm")));
    Err(Error::input(format!("{script} is a script, but a bot must be a module")).hint(format!(
        "`muster build {} -o {}` builds a bot from it",
        quoted(&script),
        quoted(&module)
    )))
}

/// Finds the module of a bot of this game.
///
/// # Errors
/// As [`named_bot`], or if the bot has no module.
pub fn named_module(name: &str, game: Option<&dyn Game>, caps: &Caps) -> Result<Arc<[u8]>, Error> {
    let (_, module) = named_bot(name, game, caps)?;
    module.ok_or_else(|| {
        Error::input(format!("{name} is a player without a module"))
            .hint("give a .wasm file, or the name of a bot that has a module")
    })
}

/// A bot named on a command line, with its settings.
pub struct BotArgument<'a> {
    /// A `.wasm` file or `builtin:NAME`.
    pub bot: &'a str,
    /// The text of its settings.
    pub settings: &'a str,
}

/// Finds two bots that play each other many times. If both have the same name, marks tell them apart.
///
/// # Errors
/// As [`named_bot`].
pub fn two_candidates(
    entered: &[BotArgument<'_>; 2],
    marks: [&str; 2],
    game: &dyn Game,
) -> Result<Vec<Candidate>, Error> {
    let mut names = [shown_name(entered[0].bot), shown_name(entered[1].bot)];
    if names[0] == names[1] {
        for (name, mark) in names.iter_mut().zip(marks) {
            *name = format!("{name} ({mark})");
        }
    }
    names.into_iter().zip(entered).map(|(name, entered)| candidate(name, entered, game)).collect()
}

/// Returns a bot's display name: its file name without the extension, or its built-in name.
pub fn shown_name(bot: &str) -> String {
    if bot.starts_with(Builtin::PREFIX) {
        return bot.to_owned();
    }
    Path::new(bot).file_stem().map_or_else(|| bot.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn candidate(name: String, entered: &BotArgument<'_>, game: &dyn Game) -> Result<Candidate, Error> {
    let size = SizeClass::Script;
    let (bot, module) = named_bot(entered.bot, Some(game), &size.caps())?;
    refuse_script(entered.bot, module.as_deref())?;
    let settings = entered.settings.to_owned();
    Ok(Candidate { plan: EntrantPlan { name, bot, settings, guest: false, size }, module })
}
