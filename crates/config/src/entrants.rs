//! `[[entrant]]`: the entrants.

use std::collections::BTreeMap;

use job::SizeClass;
use tournament::Entrant;

use crate::builtin_name::{UnknownName, read_named};
use crate::plan::{BotPlan, EntrantPlan};
use crate::reader::{Located, Reader};
use crate::{FileSource, Problem, entrant_names, keys};

/// Maximum number of bytes in a bot's settings.
pub const LONGEST_SETTINGS: usize = 1024;
/// Maximum number of entrants: more than any tournament has, but few enough to number a round's pairings.
pub(crate) const MOST: usize = 10_000;

/// The entrants of a text.
pub(crate) struct Entrants {
    /// The entrants without problems.
    pub(crate) plans: Vec<EntrantPlan>,
    /// All entrants that have a name, in the order of the text, for references from elsewhere in the text.
    pub(crate) named: Vec<Entrant>,
    /// Names by their folded forms.
    taken: BTreeMap<String, String>,
}

/// Reads the entrants that the text lists.
pub(crate) fn read(whole: &Reader<'_>, source: &FileSource<'_>, game: Option<&str>) -> Entrants {
    let tables = whole.tables("entrant");
    let given = tables.len();
    if given < 2 && !whole.has("class") && (given == 1 || !whole.has("entrant")) {
        let found = if given == 0 { "none" } else { "one" };
        let at = tables.first().map_or(0..0, Reader::span);
        let problem = Problem::new(at, format!("a tournament needs at least two entrants; found {found}"));
        whole.add_absent(problem.hint(
            "each entrant is a table [[entrant]] with name = … and bot = …; \"builtin:random\" is a bot that is always available",
        ));
    }
    if let Some(table) = tables.get(MOST) {
        table.problem(table.span(), format!("there are {given} entrants; the limit is {MOST}"));
    }
    let mut entrants = Entrants { plans: Vec::new(), named: Vec::new(), taken: BTreeMap::new() };
    for table in tables.iter().take(MOST).take_while(|table| !table.is_given_up()) {
        read_one(table, source, game, &mut entrants);
    }
    entrants
}

fn read_one(table: &Reader<'_>, source: &FileSource<'_>, game: Option<&str>, entrants: &mut Entrants) {
    table.only(keys::ENTRANT);
    table.require("name", "\"Alpha\"");
    table.require("bot", "\"bots/mine.wasm\" or \"builtin:random\"");
    let name = table.string("name");
    let guest = table.flag("guest").is_some_and(|guest| guest.value);
    if let Some(name) = &name {
        entrants.named.push(Entrant { name: name.value.clone(), guest });
    }
    let name = name.and_then(|name| entrants.take_name(table, name));
    let bot = table.string("bot").and_then(|bot| read_bot(table, bot, game));
    let settings = read_settings(table);
    let size = read_size(table);
    if let Some(Located { value: BotPlan::File(file), span }) = &bot
        && let Err(why) = (source.check_bot)(file, size)
    {
        table.add(why.problem(span.clone(), "the bot's file"));
    }
    if let (Some(name), Some(bot)) = (name, bot) {
        entrants.plans.push(EntrantPlan { name, bot: bot.value, settings, guest, size });
    }
}

impl Entrants {
    /// Takes a name, unless it is invalid or confusable with another one.
    pub(crate) fn take_name(&mut self, table: &Reader<'_>, name: Located<String>) -> Option<String> {
        let Located { value: name, span } = name;
        if let Err(message) = entrant_names::check(&name) {
            table.problem(span, message);
            return None;
        }
        if let Some(other) = self.taken.get(&entrant_names::fold(&name)) {
            let message = if *other == name {
                format!("the name \"{name}\" is already taken")
            } else {
                format!("the name \"{name}\" reads the same as \"{other}\"")
            };
            table.add(Problem::new(span, message).hint("every entrant needs a unique name"));
            return None;
        }
        self.taken.insert(entrant_names::fold(&name), name.clone());
        Some(name)
    }
}

fn read_bot(table: &Reader<'_>, bot: Located<String>, game: Option<&str>) -> Option<Located<BotPlan>> {
    let Located { value: text, span } = bot;
    match read_named(&text, game) {
        Some(Ok(value)) => return Some(Located { value, span }),
        // The problem is the game's name, which is reported elsewhere.
        Some(Err(UnknownName::WhichGame { .. })) if game.is_none() => return None,
        Some(Err(error)) => {
            table.add(Problem::new(span, error.to_string()).hint(error.hint()));
            return None;
        }
        None => {}
    }
    if text.trim().is_empty() || text.chars().any(char::is_control) {
        table.add(Problem::new(span, "`bot` is not a file path").hint("for example \"bots/mine.wasm\""));
        return None;
    }
    Some(Located { value: BotPlan::File(text), span })
}

/// Reads the size class of a table, or returns the default one.
pub(crate) fn read_size(table: &Reader<'_>) -> SizeClass {
    let sizes = SizeClass::ALL.map(|size| (size.name(), size));
    table.word("size", &sizes).map(|size| size.value).unwrap_or_default()
}

pub(crate) fn read_settings(table: &Reader<'_>) -> String {
    let Some(settings) = table.string("settings") else { return String::new() };
    let length = settings.value.len();
    if length > LONGEST_SETTINGS {
        table.problem(
            settings.span,
            format!("settings are limited to {LONGEST_SETTINGS} bytes; these have {length}"),
        );
    }
    settings.value
}
