//! Two bots of a command line that play each other many times.

use std::path::Path;

use config::{BotPlan, EntrantPlan, SizeClass};
use explain::{Error, Kind};
use job::Caps;
use referee::Builtin;
use runner::Candidate;

use crate::host;

/// A bot as it was named.
pub(crate) struct BotArgument<'a> {
    /// A .wasm file or builtin:NAME.
    pub(crate) bot: &'a str,
    /// Its settings text.
    pub(crate) settings: &'a str,
}

/// Reads the two bots. If they have one name, each is told apart by its mark.
pub(crate) fn candidates(entered: &[BotArgument<'_>; 2], marks: [&str; 2]) -> Result<Vec<Candidate>, Error> {
    let mut names = [stem(entered[0].bot), stem(entered[1].bot)];
    if names[0] == names[1] {
        for (name, mark) in names.iter_mut().zip(marks) {
            *name = format!("{name} ({mark})");
        }
    }
    names.into_iter().zip(entered).map(|(name, entered)| candidate(name, entered)).collect()
}

/// A name for people: the file's without its ending.
pub(crate) fn stem(bot: &str) -> String {
    if bot.starts_with(Builtin::PREFIX) {
        return bot.to_owned();
    }
    Path::new(bot).file_stem().map_or_else(|| bot.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn candidate(name: String, &BotArgument { bot, settings }: &BotArgument<'_>) -> Result<Candidate, Error> {
    let (plan, module) = if bot.starts_with(Builtin::PREFIX) {
        let builtin = bot.parse().map_err(|error| Error::of(Kind::Input, &error))?;
        (BotPlan::Builtin(builtin), None)
    } else {
        let bytes = host::read_bot(Path::new(bot), &Caps::script()).map_err(|error| {
            host::unread_bot(Path::new(bot), &error)
                .hint("give a .wasm file, or builtin:random or builtin:first")
        })?;
        (BotPlan::File(bot.to_owned()), Some(bytes))
    };
    let plan =
        EntrantPlan { name, bot: plan, settings: settings.to_owned(), guest: false, size: SizeClass::Script };
    Ok(Candidate { plan, module })
}
