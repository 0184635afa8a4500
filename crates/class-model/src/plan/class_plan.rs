//! `class.toml`: the teacher's decisions.

use std::collections::{BTreeMap, BTreeSet};

use config::{Document, Located, Problem, Problems, Reader, SizeClass, closest, read_document};
use game::Game;

use super::assistants::{self, ASSISTANTS};
use super::language::{self, HandInLanguage};
use super::requirement::{self, REQUIREMENT};
use super::scrimmage::{self, SCRIMMAGE};
use super::team_formation::{self, TEAMS};
use crate::{AssistantRights, Audience, Deadline, Quota, Requirement, ScrimmagePlan, TeamFormation, Zone};

/// Maximum number of late days.
const MOST_LATE_DAYS: u32 = 366;
/// Maximum cap on handing in.
const MOST: u32 = 1_000_000;
/// Number of ticks in a millisecond.
const TICKS: u64 = 10_000_000;

/// The teacher's decisions, checked.
#[derive(Clone)]
pub struct ClassPlan {
    /// The class's name, for people.
    pub name: String,
    /// The game.
    pub game: &'static dyn Game,
    /// The languages that the class accepts.
    pub languages: BTreeSet<HandInLanguage>,
    /// The caps for modules.
    pub size: SizeClass,
    /// `true` if bots may create positions of their own, in every game of the class.
    pub positions: bool,
    /// The time zone of moments without an offset.
    pub zone: Zone,
    /// The deadline of submissions.
    pub deadline: Deadline,
    /// Number of late days that each student or team may use after it.
    pub late_days: u32,
    /// Sections, each with its own deadline if it has one.
    pub sections: BTreeMap<String, Option<Deadline>>,
    /// The quota of submissions.
    pub quota: Quota,
    /// The requirements of the class.
    pub requirements: Vec<Requirement>,
    /// The limit on failures; `None` for no limit.
    pub failing: Option<Failing>,
    /// The friendly games that students may ask for; `None` for none.
    pub scrimmage: Option<ScrimmagePlan>,
    /// The teams that students may form; `None` if only the teacher forms teams.
    pub teams: Option<TeamFormation>,
    /// The rights of assistants.
    pub assistants: AssistantRights,
    /// The audience of results.
    pub visible: Audience,
    /// The part of it that may also see a run while it is played.
    pub live: Audience,
}

/// The limit on failures, and the consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Share of failed matches above which a version is reported, in percent.
    pub percent: u32,
    /// `true` if such a version is also kept out of tournaments.
    pub pause: bool,
}

impl ClassPlan {
    /// Returns the deadline of a section, if it has its own.
    pub fn section_deadline(&self, section: &str) -> Option<Deadline> {
        self.sections.get(section).copied().flatten()
    }

    /// Parses a class's text. `name` is the file's name in messages.
    ///
    /// # Errors
    /// All problems of the text, up to a hundred.
    pub fn parse(name: &str, text: &str, games: &[&'static dyn Game]) -> Result<ClassPlan, Problems> {
        let document = Document { title: "the class", hint };
        read_document(name, text, &document, |whole| read(whole, games))
    }
}

const ROOT: &[&str] =
    &["class", "section", "quota", "requirement", "failing", "scrimmage", "teams", "assistants"];
const CLASS: &[&str] =
    &["name", "game", "zone", "deadline", "late_days", "languages", "size", "positions", "visible", "live"];
/// The error for the key of a game whose rules are not registered.
const NO_RULES: &str = "the class's folder `game` has no module with them; `muster class game DIR FILE` writes it, and for a class that is \
     not made yet `muster class init DIR --game FILE`";

const SECTION: &[&str] = &["deadline"];
const QUOTA: &[&str] = &["per_day", "per_hour", "interval"];

const FAILING: &[&str] = &["percent", "pause"];

const TABLES: &[(&str, &[&str])] = &[
    ("[class]", CLASS),
    ("[section.NAME]", SECTION),
    ("[quota]", QUOTA),
    ("[[requirement]]", REQUIREMENT),
    ("[failing]", FAILING),
    ("[scrimmage]", SCRIMMAGE),
    ("[teams]", TEAMS),
    ("[assistants]", ASSISTANTS),
];

/// Returns the hint for an unknown key.
fn hint(key: &str, known: &[&str]) -> String {
    if let Some(near) = closest(key, known) {
        return format!("did you mean `{near}`?");
    }
    let elsewhere = TABLES.iter().find_map(|(table, keys)| Some((table, closest(key, keys)?)));
    match elsewhere {
        Some((table, near)) if near == key => format!("`{key}` belongs to {table}"),
        Some((table, near)) => format!("did you mean `{near}`? It belongs to {table}"),
        None => format!("expected one of {}", known.join(", ")),
    }
}

fn read(whole: &Reader<'_>, games: &[&'static dyn Game]) -> Option<ClassPlan> {
    whole.only(ROOT);
    if !whole.has("class") {
        let problem = Problem::new(0..0, "the table [class] is missing");
        whole.add_absent(problem.hint("begin with [class], name = …, game = …, zone = … and deadline = …"));
    }
    let table = whole.table("class");
    let head = table.as_ref().map(|table| read_head(table, games));
    let zone = head.as_ref().and_then(|head| head.zone.as_ref());
    let deadline = table.as_ref().and_then(|table| read_deadline(table, "deadline", zone));
    let sections = whole.table("section").map(|table| read_sections(&table, zone)).unwrap_or_default();
    let quota = whole.table("quota").map(|table| read_quota(&table)).unwrap_or_default();
    let game = head.as_ref().and_then(|head| head.game);
    let positions = head.as_ref().is_none_or(|head| head.positions);
    let mut requirements = requirement::read_all(whole, game);
    let failing = whole.table("failing").and_then(|table| read_failing(&table));
    let mut scrimmage = whole.table("scrimmage").map(|table| scrimmage::read(&table, game));
    let assistants = whole.table("assistants").map(|table| assistants::read(&table)).unwrap_or_default();
    let teams = whole.table("teams");
    let teams = teams.and_then(|table| team_formation::read(&table, read_deadline(&table, "until", zone)));
    let limits = requirements.iter_mut().map(|requirement| &mut requirement.limits);
    for limits in limits.chain(scrimmage.as_mut().map(|scrimmage| &mut scrimmage.limits)) {
        limits.positions = positions;
    }
    let head = head?;
    Some(ClassPlan {
        name: head.name?,
        game: head.game?,
        languages: head.languages,
        size: head.size,
        positions,
        zone: head.zone?,
        deadline: deadline?,
        late_days: head.late_days,
        sections,
        quota,
        requirements,
        failing,
        scrimmage,
        teams,
        assistants,
        visible: head.visible,
        live: head.live,
    })
}

struct Head {
    name: Option<String>,
    game: Option<&'static dyn Game>,
    zone: Option<Zone>,
    languages: BTreeSet<HandInLanguage>,
    size: SizeClass,
    positions: bool,
    late_days: u32,
    visible: Audience,
    live: Audience,
}

fn read_head(table: &Reader<'_>, games: &[&'static dyn Game]) -> Head {
    table.only(CLASS);
    table.require("name", "\"Tank War 2026\"");
    table.require("game", &format!("\"{}\"", games.first().map_or("", |game| game.name())));
    table.require("zone", "\"Europe/Berlin\"");
    table.require("deadline", "\"2026-12-01 23:59\"");
    let sizes = SizeClass::ALL.map(|size| (size.name(), size));
    let size = table.word("size", &sizes).map(|size| size.value);
    let (languages, size) = language::read(table, size);
    Head {
        name: table.string("name").and_then(|name| check_name(table, name)),
        game: config::read_game(table, games, &|_| Err(NO_RULES.into())),
        zone: table.string("zone").and_then(|name| read_zone(table, &name)),
        languages,
        size,
        positions: table.flag("positions").is_none_or(|positions| positions.value),
        late_days: table.number("late_days", 0, MOST_LATE_DAYS).map_or(0, |days| days.value),
        visible: table.word("visible", &Audience::WORDS).map(|visible| visible.value).unwrap_or_default(),
        live: table.word("live", &Audience::WORDS).map_or(Audience::Nobody, |live| live.value),
    }
}

fn check_name(table: &Reader<'_>, name: Located<String>) -> Option<String> {
    match config::check_name(&name.value) {
        Ok(()) => Some(name.value),
        Err(message) => {
            table.problem(name.span, message);
            None
        }
    }
}

fn read_zone(table: &Reader<'_>, name: &Located<String>) -> Option<Zone> {
    let zone = Zone::named(&name.value);
    if zone.is_none() {
        let problem = Problem::new(name.span.clone(), format!("there is no time zone \"{}\"", name.value));
        let all = Zone::names();
        let known: Vec<&str> = all.iter().map(String::as_str).collect();
        table.add(problem.hint(match closest(&name.value, &known) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "a name of the IANA database, such as \"Europe/Berlin\" or \"UTC\"".to_owned(),
        }));
    }
    zone
}

/// Reads a deadline. Ignores its value if the zone is unknown, which is reported already.
pub(super) fn read_deadline(table: &Reader<'_>, key: &str, zone: Option<&Zone>) -> Option<Deadline> {
    let text = table.string(key)?;
    match zone?.read_deadline(&text.value) {
        Ok(deadline) => Some(deadline),
        Err(error) => {
            table.add(Problem::new(text.span, format!("`{key}`: {}", error.why)).hint(error.hint));
            None
        }
    }
}

fn read_sections(table: &Reader<'_>, zone: Option<&Zone>) -> BTreeMap<String, Option<Deadline>> {
    let mut sections = BTreeMap::new();
    for name in table.keys() {
        let Some(section) = table.table(&name.value) else { continue };
        section.only(SECTION);
        let deadline = read_deadline(&section, "deadline", zone);
        if let Some(name) = check_name(table, name) {
            sections.insert(name, deadline);
        }
    }
    sections
}

fn read_quota(table: &Reader<'_>) -> Quota {
    table.only(QUOTA);
    let [per_day, per_hour] =
        ["per_day", "per_hour"].map(|key| table.number(key, 1, MOST).map(|number| number.value));
    let interval = table.amount("interval", "m", config::parse_duration);
    Quota { per_day, per_hour, interval: interval.map(|interval| interval.value.0.div_ceil(TICKS) as i64) }
}

fn read_failing(table: &Reader<'_>) -> Option<Failing> {
    table.only(FAILING);
    table.require("percent", "10");
    let pause = table.flag("pause").is_some_and(|pause| pause.value);
    Some(Failing { percent: table.number("percent", 0, 100)?.value, pause })
}
