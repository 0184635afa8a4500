//! `[[stage]]`: what is played, under which format.

use game::{Game, Rules};
use referee::Limits;
use tournament::{
    Carry, Criterion, DoubleForfeit, Field, ForfeitMetrics, Format, GuestGames, OpeningOrder, Openings,
    Points, RoundRobin, RunSeed, Scoring, SingleElimination, Stage, StagePlan,
};

use crate::reader::{At, Reader, closest};
use crate::{Plan, Problem, clock};

/// A stage of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSpec {
    /// Its name, for people.
    pub name: String,
    /// Format, scoring and ranking.
    pub plan: StagePlan,
    /// How many of the previous stage's table go on into this one; `None` all.
    pub advance: Option<usize>,
    /// Whether what was scored before counts here.
    pub carry: Carry,
    /// What a match may use.
    pub limits: Limits,
    /// The start positions.
    pub openings: OpeningsSpec,
}

/// Where a stage's start positions come from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum OpeningsSpec {
    /// The game's own start.
    #[default]
    Start,
    /// These texts.
    Listed(Vec<String>),
    /// Random positions so many plies into the game, from the stage's seed.
    Random {
        /// How many.
        count: u32,
        /// How far into the game.
        plies: u32,
    },
}

impl StageSpec {
    /// The texts of the start positions, in the order of their indices; empty for the game's own start.
    pub fn positions(&self, game: &dyn Game, rules: &Rules, run: RunSeed) -> Vec<String> {
        match &self.openings {
            OpeningsSpec::Start => Vec::new(),
            OpeningsSpec::Listed(texts) => texts.clone(),
            OpeningsSpec::Random { count, plies } => {
                let mut dice = tournament::StageSeed::new(run, self.plan.number).dice("openings");
                // A random game may end too early; a bound keeps a hopeless request finite.
                let tries = 100 * u64::from(*count);
                (0..tries)
                    .filter_map(|_| game.opening(rules, *plies, &mut dice))
                    .map(|position| position.to_string())
                    .take(*count as usize)
                    .collect()
            }
        }
    }
}

impl Plan {
    /// A stage ready to be played, or to be filled with results that are on record.
    ///
    /// `previous` is the stage before it, complete; the first stage has `field` as it is.
    ///
    /// # Errors
    /// When too few entrants are left for the format.
    pub fn open_stage(
        &self,
        index: usize,
        previous: Option<&Stage>,
        field: &Field,
        run: RunSeed,
    ) -> Result<Stage, tournament::FormatError> {
        let spec = &self.stages[index];
        let field = match previous {
            None => field.clone(),
            Some(previous) => previous.advancing(spec.advance, spec.carry),
        };
        Stage::new(spec.plan.clone(), field, run)
    }
}

/// Reads all stages.
pub(crate) fn read(
    whole: &Reader<'_>,
    game: &'static dyn Game,
    rules: &Rules,
    limits: &Limits,
) -> Vec<StageSpec> {
    let tables = whole.tables("stage");
    if tables.is_empty() && whole.value("stage").is_none() {
        whole.add(
            Problem::new(0..0, "a tournament needs a stage")
                .hint("for example [[stage]], format = \"round-robin\", games = 2"),
        );
    }
    let context = Context { game, rules, limits };
    tables
        .into_iter()
        .enumerate()
        .filter_map(|(number, table)| read_one(table, number as u16, &context))
        .collect()
}

struct Context<'a> {
    game: &'static dyn Game,
    rules: &'a Rules,
    limits: &'a Limits,
}

const FORMATS: &[(&str, FormatName)] =
    &[("round-robin", FormatName::RoundRobin), ("knockout", FormatName::Knockout)];

#[derive(Clone, Copy)]
enum FormatName {
    RoundRobin,
    Knockout,
}

fn read_one(table: Reader<'_>, number: u16, context: &Context<'_>) -> Option<StageSpec> {
    let name = table.string("name").map(|name| name.value);
    let format = table.word("format", FORMATS);
    if table.value("format").is_none() {
        table.missing("format", "\"round-robin\"");
    }
    let format = format.map(|format| read_format(&table, format.value));
    let metrics: Vec<&str> = context.game.metrics().iter().map(|metric| metric.name).collect();
    let rank = read_rank(&table, &metrics);
    let mut limits = *context.limits;
    if let Some(clock) = table.table("clock") {
        clock::read_clock(clock, &mut limits);
    }
    let advance = table.number("advance", 2, 1_000_000);
    if let Some(advance) = &advance
        && number == 0
    {
        let problem = Problem::new(advance.span.clone(), "nobody can advance into the first stage");
        table.add(
            problem.hint("`advance` stands in the later stage: how many of the stage before go on into it"),
        );
    }
    let carry = table.flag("carry").is_some_and(|carry| carry.value);
    let (openings, order) = read_openings(&table, context);
    let spec = format.map(|format| StageSpec {
        name: name.unwrap_or_else(|| format!("Stage {}", number + 1)),
        plan: StagePlan {
            number,
            format,
            scoring: read_scoring(&table),
            rank,
            metrics: metrics.len(),
            openings: Openings { count: openings.count(), order },
            stop_when_decided: table
                .number("stop_when_decided", 1, 1_000_000)
                .map(|places| places.value as u32),
        },
        advance: advance.map(|advance| advance.value as usize),
        carry: if carry { Carry::Tally } else { Carry::Nothing },
        limits,
        openings,
    });
    table.finish();
    spec
}

fn read_format(table: &Reader<'_>, format: FormatName) -> Format {
    let count = |key: &'static str, least: i64, default: u16| {
        table.number(key, least, 4000).map_or(default, |found| found.value as u16)
    };
    match format {
        FormatName::RoundRobin => Format::RoundRobin(RoundRobin {
            games: count("games", 1, 1),
            cycles: table.number("cycles", 1, 1000).map_or(1, |cycles| cycles.value as u32),
        }),
        FormatName::Knockout => Format::SingleElimination(SingleElimination {
            best_of: count("best_of", 1, 1),
            replays: count("replays", 0, 3),
            third_place: table.flag("third_place").is_some_and(|third_place| third_place.value),
        }),
    }
}

fn read_rank(table: &Reader<'_>, metrics: &[&str]) -> Vec<Criterion> {
    let Some(names) = table.strings("rank") else { return vec![Criterion::Points] };
    let read = |name: &At<String>| match Criterion::parse(&name.value, metrics) {
        Ok(criterion) => Some(criterion),
        Err(error) => {
            let known: Vec<&str> = error.known.iter().map(String::as_str).collect();
            let problem = Problem::new(name.span.clone(), format!("nothing is ranked by \"{}\"", name.value));
            table.add(match closest(&name.value, &known) {
                Some(near) => problem.hint(format!("did you mean \"{near}\"?")),
                None => problem.hint(format!("it can be ranked by {}", known.join(", "))),
            });
            None
        }
    };
    names.value.iter().filter_map(read).collect()
}

fn read_scoring(table: &Reader<'_>) -> Scoring {
    let mut scoring = Scoring::default();
    if let Some(points) = table.table("points") {
        for (key, slot) in
            [("win", &mut scoring.win), ("draw", &mut scoring.draw), ("loss", &mut scoring.loss)]
        {
            let Some(found) = points.decimal(key) else { continue };
            match Points::from_number(found.value) {
                Some(value) => *slot = value,
                None => points.problem(
                    found.span,
                    format!("`{key}` has at most three decimals and is at most a million"),
                ),
            }
        }
        points.finish();
    }
    let metrics = [
        ("forfeiter-zero", ForfeitMetrics::ForfeiterZero),
        ("as-played", ForfeitMetrics::AsPlayed),
        ("both-zero", ForfeitMetrics::BothZero),
    ];
    if let Some(found) = table.word("forfeit_metrics", &metrics) {
        scoring.forfeit_metrics = found.value;
    }
    let doubles = [("draw", DoubleForfeit::AsJudged), ("lost-by-both", DoubleForfeit::LostByBoth)];
    if let Some(found) = table.word("double_forfeit", &doubles) {
        scoring.double_forfeit = found.value;
    }
    if let Some(found) =
        table.word("guest_games", &[("count", GuestGames::Count), ("ignore", GuestGames::Ignore)])
    {
        scoring.guest_games = found.value;
    }
    scoring
}

impl OpeningsSpec {
    /// Number of start positions; 0 for the game's own.
    pub fn count(&self) -> u32 {
        match self {
            OpeningsSpec::Start => 0,
            OpeningsSpec::Listed(texts) => texts.len() as u32,
            OpeningsSpec::Random { count, .. } => *count,
        }
    }
}

fn read_openings(whole: &Reader<'_>, context: &Context<'_>) -> (OpeningsSpec, OpeningOrder) {
    let Some(table) = whole.table("openings") else { return Default::default() };
    let listed = table.strings("positions");
    let count = table.number("random", 1, 1_000_000);
    let plies = table.number("plies", 1, 10_000);
    let order = table
        .word("order", &[("listed", OpeningOrder::Listed), ("drawn", OpeningOrder::Drawn)])
        .map(|order| order.value)
        .unwrap_or_default();
    let span = table.span();
    let spec = match (listed, count) {
        (Some(listed), None) => OpeningsSpec::Listed(read_positions(&table, listed, context)),
        (None, Some(count)) => OpeningsSpec::Random {
            count: count.value as u32,
            plies: plies.map_or(4, |plies| plies.value as u32),
        },
        _ => {
            let problem = Problem::new(span, "[stage.openings] needs either `positions` or `random`");
            table.add(
                problem.hint("positions = [\"…\"] lists start positions; random = 20, plies = 4 makes them"),
            );
            OpeningsSpec::Start
        }
    };
    table.finish();
    (spec, order)
}

fn read_positions(table: &Reader<'_>, listed: At<Vec<At<String>>>, context: &Context<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    for text in listed.value {
        match context.game.parse_position(context.rules, &text.value) {
            Ok(position) if position.phase().seats().is_empty() => {
                table.problem(text.span, "the game is over in this position");
            }
            Ok(position) => texts.push(position.to_string()),
            Err(error) => {
                table.problem(text.span, format!("this is no position of {}: {error}", context.game.name()))
            }
        }
    }
    texts
}
