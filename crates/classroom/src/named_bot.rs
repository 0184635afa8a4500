//! Bots as a command line names them: by a file, or by the name of what is built in.

use std::path::Path;
use std::sync::Arc;

use config::{BotPlan, EntrantPlan, SizeClass};
use explain::{Error, Kind, quoted};
use game::{Game, visible_path};
use job::Caps;
use referee::Builtin;
use runner::Candidate;

use crate::bot_file::{read_bot, unread_bot};

/// What a command line may name, where it names nothing that plays.
pub const WHAT_PLAYS: &str = "give a .wasm file, or the name of a bot that `muster opponents` lists";

/// A bot with the bytes of its module, unless it needs none.
pub type BotWithModule = (BotPlan, Option<Arc<[u8]>>);

/// Finds a bot of this game by its name, with the bytes of its module unless it needs none.
///
/// # Errors
/// When nothing is built in under the name, or the file cannot be read.
pub fn named_bot(name: &str, game: Option<&dyn Game>, caps: &Caps) -> Result<BotWithModule, Error> {
    match config::read_named(name, game.map(Game::name)) {
        Some(Ok(bot)) => {
            let module = bot.built_in_module();
            Ok((bot, module))
        }
        Some(Err(error)) => Err(Error::of(Kind::Input, &error).hint(error.hint())),
        None => {
            let path = Path::new(name);
            let bytes = read_bot(path, caps).map_err(|error| {
                let failed = unread_bot(path, &error);
                let built_in = format!("{}{name}", Builtin::PREFIX);
                match config::read_named(&built_in, game.map(Game::name)) {
                    Some(Ok(_)) => failed.hint(format!("did you mean `{built_in}`?")),
                    _ if failed.hints.is_empty() => failed.hint(WHAT_PLAYS),
                    _ => failed,
                }
            })?;
            Ok((BotPlan::File(name.to_owned()), Some(bytes)))
        }
    }
}

/// Refuses a script that was not built: a bot is a module.
///
/// # Errors
/// When the file is a script.
pub fn refuse_script(name: &str, module: Option<&[u8]>) -> Result<(), Error> {
    let path = Path::new(name);
    if !job::is_script(path) || module.is_none_or(|bytes| bytes.starts_with(b"\0asm")) {
        return Ok(());
    }
    let (script, module) = (visible_path(path), visible_path(&path.with_extension("wasm")));
    Err(Error::input(format!("{script} is a script, and a bot is a module")).hint(format!(
        "`muster build {} -o {}` makes a bot of it",
        quoted(&script),
        quoted(&module)
    )))
}

/// Finds the module of a bot of this game.
///
/// # Errors
/// As [`named_bot`], and when the bot needs no module.
pub fn named_module(name: &str, game: Option<&dyn Game>, caps: &Caps) -> Result<Arc<[u8]>, Error> {
    let (_, module) = named_bot(name, game, caps)?;
    module.ok_or_else(|| {
        Error::input(format!("{name} is a player without a module"))
            .hint("give a .wasm file, or the name of a bot that has a module")
    })
}

/// A bot as it was named, with its settings.
pub struct BotArgument<'a> {
    /// A .wasm file or builtin:NAME.
    pub bot: &'a str,
    /// Its settings text.
    pub settings: &'a str,
}

/// Finds two bots that are to play each other many times. If they have one name, each is told apart by its mark.
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

/// A bot's name for people: the file's without its ending, or that of what is built in.
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
