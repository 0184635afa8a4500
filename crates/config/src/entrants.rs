//! `[[entrant]]`: who plays.

use std::collections::BTreeMap;

use referee::Builtin;

use crate::Problem;
use crate::names;
use crate::plan::{BotPlan, EntrantPlan, SizeClass};
use crate::reader::{At, Reader};

/// Bytes of settings a bot can be given.
const LONGEST_SETTINGS: usize = 1024;

/// Reads all entrants; those with problems are left out.
pub(crate) fn read(tables: Vec<Reader<'_>>) -> Vec<EntrantPlan> {
    let mut taken = BTreeMap::new();
    tables.into_iter().filter_map(|table| read_one(table, &mut taken)).collect()
}

fn read_one(table: Reader<'_>, taken: &mut BTreeMap<String, String>) -> Option<EntrantPlan> {
    let name = read_name(&table, taken);
    let bot = table.string("bot");
    if bot.is_none() && table.value("bot").is_none() {
        table.missing("bot", "\"bots/mine.wasm\" or \"builtin:random\"");
    }
    let bot = bot.and_then(|bot| read_bot(&table, &bot).map(|plan| (plan, bot.span)));
    let settings = table.string("settings");
    let guest = table.flag("guest").is_some_and(|guest| guest.value);
    let size = table.word("size", &[("normal", SizeClass::Normal), ("script", SizeClass::Script)]);
    let settings = match settings {
        Some(settings) if settings.value.len() > LONGEST_SETTINGS => {
            let length = settings.value.len();
            table.problem(
                settings.span,
                format!("settings have at most {LONGEST_SETTINGS} bytes; these have {length}"),
            );
            None
        }
        settings => Some(settings.map(|settings| settings.value).unwrap_or_default()),
    };
    table.finish();
    let (bot, bot_span) = bot?;
    Some(EntrantPlan {
        name: name?,
        bot,
        bot_span,
        settings: settings?,
        guest,
        size: size.map(|size| size.value).unwrap_or_default(),
    })
}

fn read_name(table: &Reader<'_>, taken: &mut BTreeMap<String, String>) -> Option<String> {
    let Some(At { value: name, span }) = table.string("name") else {
        if table.value("name").is_none() {
            table.missing("name", "\"Alpha\"");
        }
        return None;
    };
    if let Err(message) = names::check(&name) {
        table.problem(span, message);
        return None;
    }
    if let Some(other) = taken.insert(names::fold(&name), name.clone()) {
        let same =
            if other == name { String::new() } else { format!(", which reads the same as \"{other}\"") };
        let problem = Problem::new(span, format!("the name \"{name}\"{same} is taken"));
        table.add(problem.hint("every entrant needs a name of its own"));
        return None;
    }
    Some(name)
}

fn read_bot(table: &Reader<'_>, bot: &At<String>) -> Option<BotPlan> {
    if bot.value.starts_with(Builtin::PREFIX) {
        return match bot.value.parse() {
            Ok(builtin) => Some(BotPlan::Builtin(builtin)),
            Err(error) => {
                table.problem(bot.span.clone(), error.to_string());
                None
            }
        };
    }
    if bot.value.trim().is_empty() || bot.value.contains('\0') {
        table.problem(bot.span.clone(), "`bot` is no path of a file");
        return None;
    }
    Some(BotPlan::File(bot.value.clone()))
}
