//! The whole text.

use game::{Game, Rules};
use referee::Limits;
use toml::de::DeTable;
use tournament::{Entrant, Grade, GradeError};

use crate::plan::{EntrantPlan, OnRefused, Plan, SeedPlan};
use crate::reader::{At, Collector, Reader};
use crate::{Problem, Problems, clock, entrants, reader, rules, stages};

/// Reads a tournament's text. `name` is how the file is called in messages; `games` are those there are.
///
/// # Errors
/// All problems of the text at once.
pub fn parse(name: &str, text: &str, games: &[&'static dyn Game]) -> Result<Plan, Problems> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let problems = Collector::default();
    for error in &errors {
        problems
            .add(Problem::new(error.span().unwrap_or(0..0), format!("this is no TOML: {}", error.message())));
    }
    let whole = Reader::new(table.get_ref(), "the tournament", 0..0, &problems);
    let plan = read(&whole, games);
    whole.finish();
    let list = problems.into_list();
    match plan {
        Some(plan) if list.is_empty() => Ok(plan),
        _ => Err(Problems::new(name, text, list)),
    }
}

fn read(whole: &Reader<'_>, games: &[&'static dyn Game]) -> Option<Plan> {
    let head = whole.table("tournament").map(|table| read_head(table, games));
    if head.is_none() && whole.value("tournament").is_none() {
        whole.add(
            Problem::new(0..0, "there is no [tournament]")
                .hint("it begins with [tournament], name = … and game = …"),
        );
    }
    let head = head.unwrap_or_default();
    let chosen = whole.table("rules");
    let rules = head.game.map(|game| {
        let mut rules = Rules::defaults(game.options());
        if let Some(table) = &chosen {
            rules::read(table, game, &mut rules);
        }
        rules
    });
    let mut limits = Limits::default();
    if let Some(table) = whole.table("clock") {
        clock::read_clock(table, &mut limits);
    }
    if let Some(table) = whole.table("limits") {
        clock::read_limits(table, &mut limits);
    }
    let tables = whole.tables("entrant");
    let (given, before) = (tables.len(), tables.first().map_or(0..0, Reader::span));
    let entrants = entrants::read(tables);
    if given < 2 {
        let found = if given == 0 { "none".to_owned() } else { "one".to_owned() };
        whole.add(Problem::new(before, format!("a tournament needs two entrants; there is {found}")).hint(
            "each is a table [[entrant]] with name = … and bot = …; \"builtin:random\" is a bot that is always there",
        ));
    }
    let stages = head
        .game
        .zip(rules.as_ref())
        .map(|(game, rules)| stages::read(whole, game, rules, &limits))
        .unwrap_or_else(|| {
            // Without a game the stages cannot be checked; asked for all the same, so that they are no unknown key.
            whole.value("stage");
            Vec::new()
        });
    let grade = whole.table("grade").and_then(|table| read_grade(table, head.game, &entrants));
    Some(Plan {
        name: head.name?,
        game: head.game?,
        rules: rules?,
        limits,
        seed: head.seed.unwrap_or(SeedPlan::Number(0)),
        date: head.date,
        entrants,
        on_refused: head.on_refused,
        withdraw_after_faults: head.withdraw_after_faults,
        stages,
        grade,
    })
}

/// What stands in `[tournament]`.
#[derive(Default)]
struct Head {
    name: Option<String>,
    game: Option<&'static dyn Game>,
    seed: Option<SeedPlan>,
    date: Option<String>,
    on_refused: OnRefused,
    withdraw_after_faults: Option<u32>,
}

fn read_head(table: Reader<'_>, games: &[&'static dyn Game]) -> Head {
    let name = table.string("name");
    if table.value("name").is_none() {
        table.missing("name", "\"Spring cup\"");
    }
    let words: Vec<(&str, &'static dyn Game)> = games.iter().map(|game| (game.name(), *game)).collect();
    let game = table.word("game", &words);
    if table.value("game").is_none() {
        table.missing("game", &format!("\"{}\"", words.first().map_or("", |(name, _)| name)));
    }
    let head = Head {
        name: name.map(|name| name.value),
        game: game.map(|game| game.value),
        seed: read_seed(&table),
        date: read_date(&table).map(|date| date.value),
        on_refused: table
            .word("on_refused", &[("exclude", OnRefused::Exclude), ("stop", OnRefused::Stop)])
            .map(|choice| choice.value)
            .unwrap_or_default(),
        withdraw_after_faults: table
            .number("withdraw_after_faults", 1, 1_000_000)
            .map(|faults| faults.value as u32),
    };
    table.finish();
    head
}

fn read_seed(table: &Reader<'_>) -> Option<SeedPlan> {
    let found = table.value("seed")?;
    let seed = match found.get_ref().as_str() {
        Some("draw") => Some(SeedPlan::Draw),
        Some(_) => None,
        None => {
            reader::integer(found.get_ref()).and_then(|seed| u64::try_from(seed).ok()).map(SeedPlan::Number)
        }
    };
    if seed.is_none() {
        table.problem(found.span(), "`seed` must be a whole number of at least 0, or \"draw\"");
    }
    seed
}

fn read_date(table: &Reader<'_>) -> Option<At<String>> {
    table.parsed("date", "\"2026-11-20\"", |text| {
        let plain = text.len() <= 40 && !text.chars().any(char::is_control);
        if plain { Ok(text.to_owned()) } else { Err("a date is one short line".to_owned()) }
    })
}

fn read_grade(table: Reader<'_>, game: Option<&'static dyn Game>, entrants: &[EntrantPlan]) -> Option<Grade> {
    let formula = table.string("formula");
    if table.value("formula").is_none() {
        table.missing("formula", "\"10 * wins / games\"");
    }
    let (formula, game) = (formula?, game?);
    let metrics: Vec<&str> = game.metrics().iter().map(|metric| metric.name).collect();
    let grade = match Grade::parse(&formula.value, &metrics, &tournament_entrants(entrants)) {
        Ok(grade) => Some(grade),
        Err(error) => {
            table.add(formula_problem(&formula, &error));
            None
        }
    };
    table.finish();
    grade
}

/// The problem of a formula, with its place in the text where the text holds the formula as it is.
fn formula_problem(formula: &At<String>, error: &GradeError) -> Problem {
    let inside = Reader::place_inside(formula, error.at, error.len);
    let problem = Problem::new(inside, format!("the formula cannot be used: {}", error.message));
    match error.known.as_slice() {
        [] => problem,
        known => problem.hint(format!("there are {}", known.join(", "))),
    }
}

/// The entrants as the tournament knows them.
fn tournament_entrants(entrants: &[EntrantPlan]) -> Vec<Entrant> {
    entrants.iter().map(|entrant| Entrant { name: entrant.name.clone(), guest: entrant.guest }).collect()
}
