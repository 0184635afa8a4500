//! `[class]`: entrants from a class's folder.

use job::SizeClass;
use referee::Limits;
use tournament::Entrant;

use crate::entrants::{Entrants, MOST, read_settings, read_size};
use crate::openings::Files;
use crate::plan::BotPlan;
use crate::reader::{Located, Reader};
use crate::{EntrantPlan, FileSource, Problem, closest, keys};

/// The class whose students and teams play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSpec {
    /// The class's folder, as the text names it.
    pub path: String,
    /// The sections that play; empty for all.
    pub sections: Vec<String>,
}

/// The entrants of a class and their settings. [`FileSource::read_class`] returns it as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassList {
    /// `true` if the class's bots may create positions of their own.
    pub positions: bool,
    /// The entrants.
    pub entrants: Vec<ClassEntrant>,
}

/// An entrant of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassEntrant {
    /// The alias, which is the entrant's name.
    pub alias: String,
    /// The module's file, relative to the class's folder, with `/` between its parts.
    pub file: String,
    /// The caps for the module.
    pub size: SizeClass,
}

/// The first line of the list of a class whose bots may not create positions.
const NO_POSITIONS: &str = "positions = false\n";

impl ClassList {
    /// Formats the list with one line per entrant: size, file and alias, separated by tabs. A run keeps a copy.
    pub fn to_text(&self) -> String {
        let line =
            |ClassEntrant { alias, file, size }: &ClassEntrant| format!("{}\t{file}\t{alias}\n", size.name());
        let head = if self.positions { "" } else { NO_POSITIONS };
        head.to_owned() + &self.entrants.iter().map(line).collect::<String>()
    }

    /// Parses a list; `None` if the text is not one.
    pub fn of_text(text: &str) -> Option<ClassList> {
        let (positions, text) = text.strip_prefix(NO_POSITIONS).map_or((true, text), |rest| (false, rest));
        let entrant = |line: &str| {
            let (size, rest) = line.split_once('\t')?;
            let (file, alias) = rest.split_once('\t')?;
            let size = SizeClass::ALL.into_iter().find(|class| class.name() == size)?;
            Some(ClassEntrant { alias: alias.to_owned(), file: file.to_owned(), size })
        };
        Some(ClassList { positions, entrants: text.lines().map(entrant).collect::<Option<_>>()? })
    }
}

/// Adds the class's entrants after those that the text lists, and applies the class's settings to all games.
pub(crate) fn read(
    whole: &Reader<'_>,
    source: &FileSource<'_>,
    files: &Files<'_>,
    entrants: &mut Entrants,
    limits: &mut Limits,
) -> Option<ClassSpec> {
    let table = whole.table("class")?;
    table.only(keys::CLASS);
    table.require("path", "\"../class\"");
    let sections = table.strings("sections").map(|sections| sections.value).unwrap_or_default();
    let special = table.table("entrant");
    let Located { value: path, span } = table.string("path")?;
    let spec = ClassSpec { path, sections: sections.into_iter().map(|section| section.value).collect() };
    let text = match files.get_with(&spec.path, || (source.read_class)(&spec)) {
        Ok(text) => text,
        Err(error) => {
            table.add(error.problem(span, "the class"));
            return None;
        }
    };
    let Some(ClassList { positions, entrants: listed }) = ClassList::of_text(&text) else {
        table.problem(span, "cannot read the list of the class's entrants");
        return None;
    };
    limits.positions &= positions;
    if let Some(special) = &special {
        let aliases: Vec<&str> = listed.iter().map(|entrant| entrant.alias.as_str()).collect();
        for name in special.keys().into_iter().filter(|name| !aliases.contains(&name.value.as_str())) {
            let problem =
                Problem::new(name.span, format!("no entrant of the class is named \"{}\"", name.value));
            special.add(match closest(&name.value, &aliases) {
                Some(near) => problem.hint(format!("did you mean \"{near}\"?")),
                None => problem.hint("`muster class status` lists the aliases"),
            });
        }
    }
    for entrant in listed.into_iter().take(MOST).take_while(|_| !table.is_given_up()) {
        let own = special.as_ref().filter(|special| special.has(&entrant.alias));
        let own = own.and_then(|special| special.table(&entrant.alias));
        let plan = of_class(&spec, entrant, own.as_ref());
        admit(&table, Located { value: plan, span: span.clone() }, source, entrants);
    }
    Some(spec)
}

/// Returns the plan of a class's entrant, with the settings from its own table.
fn of_class(spec: &ClassSpec, entrant: ClassEntrant, own: Option<&Reader<'_>>) -> EntrantPlan {
    let ClassEntrant { alias, file, size } = entrant;
    let bot = BotPlan::File(format!("{}/{file}", spec.path.trim_end_matches('/')));
    let plan = EntrantPlan { name: alias, bot, settings: String::new(), guest: false, size };
    let Some(own) = own else { return plan };
    own.only(keys::CLASS_ENTRANT);
    EntrantPlan {
        settings: read_settings(own),
        guest: own.flag("guest").is_some_and(|guest| guest.value),
        size: if own.has("size") { read_size(own) } else { size },
        ..plan
    }
}

/// Adds a class's entrant, unless its name is taken or its file cannot be read.
fn admit(
    table: &Reader<'_>,
    Located { value: plan, span }: Located<EntrantPlan>,
    source: &FileSource<'_>,
    entrants: &mut Entrants,
) {
    entrants.named.push(Entrant { name: plan.name.clone(), guest: plan.guest });
    let name = entrants.take_name(table, Located { value: plan.name.clone(), span: span.clone() });
    if let BotPlan::File(file) = &plan.bot
        && let Err(why) = (source.check_bot)(file, plan.size)
    {
        table.add(why.problem(span, "the bot's file"));
    }
    if name.is_some() {
        entrants.plans.push(plan);
    }
}
