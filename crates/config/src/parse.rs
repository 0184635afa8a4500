//! Parses the whole text.

use std::collections::BTreeMap;
use std::ops::Range;

use game::Game;
use job::{RULES_FILE, SizeClass};
use toml::de::DeValue;
use tournament::{Edition, Entrant, Grade, GradeError};

use crate::clock::LimitsRead;
use crate::closest::hint;
use crate::document::{Document, read_document};
use crate::openings::Files;
use crate::plan::{OnRefused, Plan, SeedPlan};
use crate::reader::{Located, Reader, integer};
use crate::stages::Context;
use crate::{
    ClassSpec, Problem, Problems, class_entrants, clock, cross_checks, defaults, entrant_names, entrants,
    keys, rules, seeding, stages, syntax,
};

/// Reads a tournament's text that names no other files than bots. Does not check the bots. `name` is the text's name in
/// messages; `games` are the known games.
///
/// # Errors
/// Returns all problems of the text, up to a hundred. A file of start positions counts as a problem: see
/// [`parse_with`].
pub fn parse(name: &str, text: &str, games: &[&'static dyn Game]) -> Result<Plan, Problems> {
    let nothing = |_: &str| Err(FileError::from("other files cannot be read here"));
    let no_class = |_: &ClassSpec| Err(FileError::from("a class cannot be read here"));
    let no_game = |_: &str| Err(FileError::from("games from files cannot be opened here"));
    let source = FileSource {
        open_game: &no_game,
        read_text: &nothing,
        check_bot: &|_, _| Ok(()),
        read_class: &no_class,
    };
    parse_with(name, text, games, &source)
}

/// The caller's functions that read the files named in a tournament's text. They take a file's name as the text writes
/// it. A failure becomes a problem of the text.
pub struct FileSource<'a> {
    /// Opens a game that is not built in, by its path or its key ([`Game::key`]). [`Plan::files`] keeps the key under
    /// [`job::RULES_FILE`].
    pub open_game: &'a dyn Fn(&str) -> Result<&'static dyn Game, FileError>,
    /// Reads a file of start positions. Called once per file; [`Plan::files`] keeps the contents.
    pub read_text: &'a dyn Fn(&str) -> Result<String, FileError>,
    /// Checks that a bot's file exists and is no larger than its class allows.
    pub check_bot: &'a dyn Fn(&str, SizeClass) -> Result<(), FileError>,
    /// Lists the entrants of a class in the format of [`ClassList::to_text`](crate::ClassList::to_text).
    /// [`Plan::files`] keeps the list under the class's path, and supplies it when a run reads its plan again.
    pub read_class: &'a dyn Fn(&ClassSpec) -> Result<String, FileError>,
}

/// A reason why a file that a text names cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The error, in one line.
    pub why: String,
    /// A suggestion of the name that was probably meant, or other notes, one per line.
    pub hint: Option<String>,
}

impl<T: Into<String>> From<T> for FileError {
    fn from(why: T) -> FileError {
        FileError { why: why.into(), hint: None }
    }
}

impl FileError {
    /// Returns the problem to report for the text.
    pub(crate) fn problem(self, span: Range<usize>, what: &str) -> Problem {
        let problem = Problem::new(span, format!("cannot read {what}: {}", self.why));
        self.hint.iter().flat_map(|hints| hints.lines()).fold(problem, Problem::hint)
    }

    /// Returns the error whose text has further lines, such as those of a compiler, which become hints.
    pub fn from_lines(text: &str) -> FileError {
        let (why, notes) = text.split_once('\n').unwrap_or((text, ""));
        let notes = notes.trim_end();
        FileError { why: why.to_owned(), hint: (!notes.is_empty()).then(|| notes.to_owned()) }
    }
}

/// Reads a tournament's text together with the files that it names.
///
/// # Errors
/// Returns all problems of the text and of those files, up to a hundred.
pub fn parse_with(
    name: &str,
    text: &str,
    games: &[&'static dyn Game],
    source: &FileSource<'_>,
) -> Result<Plan, Problems> {
    parse_as_of(Edition::NOW, (name, text), games, source)
}

/// Does the same under an edition of the defaults. A run reads its own text this way, since it may have begun under an
/// earlier edition.
///
/// # Errors
/// Returns all problems of the text and of those files, up to a hundred.
pub fn parse_as_of(
    edition: Edition,
    (name, text): (&str, &str),
    games: &[&'static dyn Game],
    source: &FileSource<'_>,
) -> Result<Plan, Problems> {
    let tournament = Document { title: "the tournament", hint: keys::hint };
    read_document(name, text, &tournament, |whole| read(whole, games, source, edition))
}

fn read(
    whole: &Reader<'_>,
    games: &[&'static dyn Game],
    source: &FileSource<'_>,
    edition: Edition,
) -> Option<Plan> {
    let files = Files::new(source.read_text);
    check_tables(whole);
    let tournament = whole.table("tournament");
    let head = read_head(whole, tournament.as_ref(), (games, source));
    let chosen = whole.table("rules");
    let rules = head.game.map(|game| rules::with_defaults(chosen.as_ref(), game));
    let mut limits = LimitsRead::default();
    limits.limits.logs = defaults::logs(edition);
    if let Some(table) = whole.table("clock") {
        clock::read_clock(&table, &mut limits);
    }
    if let Some(table) = whole.table("limits") {
        clock::read_limits(&table, &mut limits.limits);
    }
    let mut entrants = entrants::read(whole, source, head.game.map(Game::key));
    let class = class_entrants::read(whole, source, &files, &mut entrants, &mut limits.limits);
    let context = Context {
        edition,
        game: head.game,
        rules: rules.as_ref(),
        limits,
        entrants: &entrants.named,
        files: &files,
    };
    let seeding = tournament.and_then(|table| seeding::read(&table, &entrants.named, &files));
    let stages = stages::read(whole, &context);
    let grade = whole.table("grade").and_then(|table| read_grade(&table, head.game, &entrants.named));
    if !whole.is_refused() {
        cross_checks::check(whole, &stages, &entrants.named);
    }
    Some(Plan {
        edition,
        name: head.name?,
        game: head.game?,
        rules: rules?,
        limits: limits.limits,
        seed: head.seed,
        date: head.date,
        entrants: entrants.plans,
        seeding,
        class,
        on_refused: head.on_refused,
        withdraw_after_faults: head.withdraw_after_faults,
        public_settings: head.public_settings,
        stages: stages::with_play_offs(stages.into_iter().map(|stage| stage.spec).collect::<Option<_>>()?),
        grade,
        files: with_rules(files.into_texts(), head.game?),
    })
}

/// Returns the files of a text with the key of a game from a file.
fn with_rules(mut files: BTreeMap<String, String>, game: &dyn Game) -> BTreeMap<String, String> {
    if game.module().is_some() {
        files.insert(RULES_FILE.to_owned(), game.key().to_owned());
    }
    files
}

/// Reports unknown tables, and keys outside a table.
fn check_tables(whole: &Reader<'_>) {
    for (key, value) in whole.others(keys::ROOT) {
        let Located { value: name, span } = key;
        whole.add(match value {
            DeValue::Table(_) | DeValue::Array(_) => {
                Problem::new(span, format!("unknown table [{name}]")).hint(table_hint(&name))
            }
            _ => Problem::new(span, format!("`{name}` is not in a table")).hint(no_table_hint(&name)),
        });
    }
}

fn table_hint(name: &str) -> String {
    if ["points", "openings"].contains(&name) {
        return format!("write [stage.{name}], below its [[stage]]");
    }
    hint(name, keys::ROOT, "the tables are")
}

fn no_table_hint(key: &str) -> String {
    match keys::place_of(key) {
        Some(place) => format!("it belongs to {place}: put it below that line"),
        None => "put it below the header of its table, such as [tournament]".to_owned(),
    }
}

/// The keys of `[tournament]`.
struct Head {
    name: Option<String>,
    game: Option<&'static dyn Game>,
    seed: SeedPlan,
    date: Option<String>,
    on_refused: OnRefused,
    withdraw_after_faults: Option<u32>,
    public_settings: bool,
}

fn read_head(
    whole: &Reader<'_>,
    table: Option<&Reader<'_>>,
    (games, source): (&[&'static dyn Game], &FileSource<'_>),
) -> Head {
    let mut head = Head {
        name: None,
        game: None,
        seed: SeedPlan::Number(0),
        date: None,
        on_refused: OnRefused::default(),
        withdraw_after_faults: None,
        public_settings: false,
    };
    if !whole.has("tournament") {
        whole.add_absent(
            Problem::new(0..0, "the table [tournament] is missing")
                .hint("begin with [tournament], name = … and game = …"),
        );
    }
    let Some(table) = table else { return head };
    table.only(keys::TOURNAMENT);
    table.require("name", "\"Spring cup\"");
    table.require("game", &format!("\"{}\"", games.first().map_or("", |game| game.name())));
    head.name = table.string("name").and_then(|name| match entrant_names::check(&name.value) {
        Ok(()) => Some(name.value),
        Err(message) => {
            table.problem(name.span, message);
            None
        }
    });
    head.game = read_game(table, games, source.open_game);
    if let Some(seed) = read_seed(table) {
        head.seed = seed;
    }
    head.date = read_date(table);
    let refused = [("exclude", OnRefused::Exclude), ("stop", OnRefused::Stop)];
    head.on_refused = table.word("on_refused", &refused).map(|choice| choice.value).unwrap_or_default();
    head.withdraw_after_faults =
        table.number("withdraw_after_faults", 1, 1_000_000).map(|faults| faults.value);
    head.public_settings = table.flag("public_settings").is_some_and(|flag| flag.value);
    head
}

/// Reads `game`: the name of a built-in game, the path of a file with rules, or the key or the name of a game from a
/// file. `open` opens the last three.
pub fn read_game(
    table: &Reader<'_>,
    games: &[&'static dyn Game],
    open: &dyn Fn(&str) -> Result<&'static dyn Game, FileError>,
) -> Option<&'static dyn Game> {
    let named = table.string("game")?;
    if let Some(known) = games::find_in(games, &named.value) {
        return Some(known);
    }
    if games::is_file(&named.value) || job::rules_hash(&named.value).is_some() {
        return match open(&named.value) {
            Ok(game) => Some(game),
            Err(why) => {
                table.add(why.problem(named.span, "the rules of the game"));
                None
            }
        };
    }
    if let Ok(game) = open(&named.value) {
        return Some(game);
    }
    let words: Vec<(&str, &'static dyn Game)> = games.iter().map(|game| (game.name(), *game)).collect();
    table.word("game", &words).map(|game| game.value)
}

fn read_seed(table: &Reader<'_>) -> Option<SeedPlan> {
    let found = table.value("seed")?;
    if found.get_ref().as_str() == Some("draw") {
        return Some(SeedPlan::Draw);
    }
    let seed = integer(found.get_ref()).and_then(|seed| u64::try_from(seed).ok()).map(SeedPlan::Number);
    if seed.is_none() {
        let problem = Problem::new(found.span(), "`seed` must be a whole number of at least 0, or \"draw\"");
        table.add(problem.hint("\"draw\" chooses a random seed when the run begins"));
    }
    seed
}

/// Reads the date, which is one short line. Without quotes, it may be a TOML date.
fn read_date(table: &Reader<'_>) -> Option<String> {
    if let Some(DeValue::Datetime(date)) = table.value("date").map(toml::Spanned::get_ref) {
        return Some(date.to_string());
    }
    let date = table.string("date")?;
    if let Err(message) = entrant_names::check(&date.value) {
        table.problem(date.span, message.replace("a name", "a date"));
        return None;
    }
    Some(date.value)
}

fn read_grade(table: &Reader<'_>, game: Option<&'static dyn Game>, entrants: &[Entrant]) -> Option<Grade> {
    table.only(keys::GRADE);
    table.require("formula", "\"10 * wins / games\"");
    let formula = table.string("formula")?;
    let metrics: Vec<&str> = game?.metrics().iter().map(|metric| metric.name).collect();
    match Grade::parse(&formula.value, &metrics, entrants) {
        Ok(grade) => Some(grade),
        Err(error) => {
            table.add(formula_problem(table.source(), &formula, &error));
            None
        }
    }
}

fn formula_problem(source: &str, formula: &Located<String>, error: &GradeError) -> Problem {
    let place = formula.place_inside(source, error.at, error.len);
    let mut problem = Problem::new(place, format!("invalid formula: {}", error.message));
    if formula.value.get(..error.at).is_some_and(syntax::is_about_entrant) {
        problem = problem.hint(syntax::QUOTES);
    }
    if error.known.is_empty() {
        return problem;
    }
    let known: Vec<&str> = error.known.iter().map(String::as_str).collect();
    let word = formula.value.get(error.at..error.at + error.len).unwrap_or("");
    problem.hint(hint(word.trim_matches('"'), &known, "expected one of"))
}
