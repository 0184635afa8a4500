//! `[[stage]]`: the stages and their formats.

use game::{Game, Rules};
use referee::Limits;
use tournament::{
    Carry, Criterion, Edition, Entrant, EntrantId, Field, Format, MatchKey, Openings, PlayOff, Rulings,
    RunSeed, Stage, StagePlan,
};

use crate::clock::LimitsRead;
use crate::formats::in_a_sentence;
use crate::openings::{Files, OpeningsSpec};
use crate::reader::Reader;
use crate::{
    OpeningSearch, Plan, Problem, clock, defaults, entrant_names, formats, openings, rules, scoring,
};

/// Maximum width of a rating interval. A thousand Elo to either side is the interval after the first few games.
const MOST_ELO: u32 = 1000;
/// Maximum number of rounds of a play-off. Without it, equals that always draw would play forever.
const MOST_PLAY_OFF: u32 = 100;

/// A stage of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSpec {
    /// Its name, for people.
    pub name: String,
    /// Format, scoring and ranking.
    pub plan: StagePlan,
    /// Number of entrants that advance from the previous stage; `None` for all.
    pub advance: Option<usize>,
    /// Maximum number of rounds of the play-off between entrants that tie at that cut; with 0, a lot decides.
    pub play_off: u16,
    /// The carry of the previous stage's scores into this one.
    pub carry: Carry,
    /// The game's options in this stage.
    pub rules: Rules,
    /// The resources of a match.
    pub limits: Limits,
    /// The start positions.
    pub openings: OpeningsSpec,
    /// The start positions that were found, if they are random and the run keeps them.
    pub found: Option<Vec<String>>,
}

impl StageSpec {
    /// Returns the texts of the start positions in the order of their indices: [`OpeningsSpec::count`] of them. Empty
    /// for the game's own start.
    pub fn positions(&self, game: &dyn Game, run: RunSeed) -> Vec<String> {
        match (&self.found, &self.openings) {
            (Some(found), _) => found.clone(),
            (None, OpeningsSpec::Listed(texts)) => texts.clone(),
            (None, _) => OpeningSearch::new(self, game, run).map_or_else(Vec::new, OpeningSearch::alone),
        }
    }
}

impl Plan {
    /// Returns `true` if a stage is a ladder, or ranks by a ladder's rating.
    pub fn ranks_by_rating(&self) -> bool {
        let ranks = |stage: &StageSpec| {
            matches!(stage.plan.format, Format::Ladder(_)) || stage.plan.rank.contains(&Criterion::Rating)
        };
        self.stages.iter().any(ranks)
    }

    /// Opens a stage, to play it or to fill it with recorded results.
    ///
    /// `previous` is the complete stage before it. The first stage has `field` as given. `rulings` are those of the
    /// whole run. All code that plays, checks or shows a run opens its stages here, for consistent results.
    ///
    /// # Errors
    /// Returns an error if too few entrants are left for the format.
    ///
    /// # Panics
    /// Panics if the index is out of range.
    pub fn open_stage(
        &self,
        index: usize,
        previous: Option<&Stage>,
        field: &Field,
        run: RunSeed,
        rulings: &Rulings,
    ) -> Result<Stage, tournament::FormatError> {
        let spec = &self.stages[index];
        let field = match previous {
            None => self.seeded_field(field),
            Some(previous) => previous.advancing(spec.advance, spec.carry),
        };
        let plan = StagePlan { withdraw_after_faults: self.withdraw_after_faults, ..spec.plan.clone() };
        Stage::with_rulings(plan, field, run, rulings.clone())
    }
}

impl Plan {
    /// Returns the field of the first stage in the order of its seeds.
    fn seeded_field(&self, field: &Field) -> Field {
        let mut field = field.clone();
        let Some(seeding) = &self.seeding else { return field };
        let place = |entrant: &EntrantId| seeding.seeded.iter().position(|seeded| seeded == entrant);
        // The sort is stable: unseeded entrants stay in the order of the list.
        field.ranked.sort_by_key(|entrant| place(entrant).unwrap_or(usize::MAX));
        field
    }
}

/// Adds a play-off between the entrants that tie at the cut to every stage whose table decides who advances.
pub(crate) fn with_play_offs(mut stages: Vec<StageSpec>) -> Vec<StageSpec> {
    for next in 1..stages.len() {
        let StageSpec { advance, play_off: rounds, .. } = stages[next];
        let places = advance.and_then(|advance| u32::try_from(advance).ok()).filter(|_| rounds > 0);
        stages[next - 1].plan.play_off = places.map(|places| PlayOff { places, rounds });
    }
    stages
}

/// The other parts of the text, as far as they could be read.
pub(crate) struct Context<'a> {
    pub(crate) edition: Edition,
    pub(crate) game: Option<&'static dyn Game>,
    /// The options unless a stage overrides them; `None` without a game.
    pub(crate) rules: Option<&'a Rules>,
    pub(crate) limits: LimitsRead,
    pub(crate) entrants: &'a [Entrant],
    pub(crate) files: &'a Files<'a>,
}

/// A stage with its table, for later problems.
pub(crate) struct StageTable<'a> {
    pub(crate) table: Reader<'a>,
    /// `None` if there was a problem.
    pub(crate) spec: Option<StageSpec>,
}

pub(crate) fn read<'a>(whole: &Reader<'a>, context: &Context<'_>) -> Vec<StageTable<'a>> {
    let tables = whole.tables("stage");
    if tables.is_empty() && !whole.has("stage") {
        whole.add_absent(
            Problem::new(0..0, "a tournament needs a stage")
                .hint("for example [[stage]] with format = \"round-robin\" and games = 2"),
        );
    }
    if let Some(table) = tables.get(MatchKey::STAGES as usize) {
        let message = format!("there are {} stages; the limit is {}", tables.len(), MatchKey::STAGES);
        table.problem(table.span(), message);
    }
    let mut taken: Vec<String> = Vec::new();
    let mut stages = Vec::new();
    for (number, table) in (0..).zip(tables.into_iter().take(MatchKey::STAGES as usize)) {
        let spec = read_one(&table, number, context, &mut taken);
        stages.push(StageTable { table, spec });
    }
    stages
}

fn read_one(
    table: &Reader<'_>,
    number: u16,
    context: &Context<'_>,
    taken: &mut Vec<String>,
) -> Option<StageSpec> {
    let name = read_name(table, number, taken);
    let format = formats::read(table, context.entrants);
    let metrics: Option<Vec<&str>> =
        context.game.map(|game| game.metrics().iter().map(|metric| metric.name).collect());
    let rank = scoring::read_rank(table, metrics.as_deref(), || defaults::rank(format.as_ref()));
    let scoring = scoring::read_scoring(table, defaults::unopposed(context.edition));
    let (advance, carry) = read_field(table, number);
    let play_off = read_play_off(table, number);
    let mut limits = context.limits;
    if let Some(clock) = table.table("clock") {
        clock::read_clock(&clock, &mut limits);
    }
    let rules = read_rules(table, context);
    let played = context.game.zip(rules.as_ref());
    let (spec, order) = openings::read(table, played, context.files);
    let stop_when_decided = read_decided(table, format.as_ref());
    let stop_when_precise = read_precise(table, format.as_ref());
    Some(StageSpec {
        name,
        plan: StagePlan {
            number,
            format: format?,
            scoring,
            rank,
            metrics: metrics?.len(),
            openings: Openings { count: spec.count(), order },
            stop_when_decided,
            stop_when_precise,
            // Equal for all stages: `Plan::open_stage` sets it.
            withdraw_after_faults: None,
            // The next stage's table says who advances: `with_play_offs` sets it.
            play_off: None,
            edition: context.edition,
        },
        advance,
        play_off,
        carry,
        rules: rules?,
        limits: limits.limits,
        openings: spec,
        found: None,
    })
}

fn read_name(table: &Reader<'_>, number: u16, taken: &mut Vec<String>) -> String {
    let Some(name) = table.string("name") else { return format!("Stage {}", number + 1) };
    if let Err(message) = entrant_names::check(&name.value) {
        table.problem(name.span, message);
    } else if taken.contains(&entrant_names::fold(&name.value)) {
        table.problem(name.span, format!("another stage is already named \"{}\"", name.value));
    } else {
        taken.push(entrant_names::fold(&name.value));
    }
    name.value
}

/// Reads the number of entrants that advance into the stage, and the scores that they carry.
fn read_field(table: &Reader<'_>, number: u16) -> (Option<usize>, Carry) {
    let advance = table.number("advance", 2, 1_000_000);
    let carry = table.flag("carry");
    if number == 0 {
        if let Some(advance) = &advance {
            let problem = Problem::new(advance.span.clone(), "no entrant can advance into the first stage");
            table
                .add(problem.hint(
                    "put `advance` in the later stage: it is the number of entrants who advance from the previous one",
                ));
        }
        if let Some(carry) = carry.as_ref().filter(|carry| carry.value) {
            table.problem(carry.span.clone(), "the first stage has nothing to carry over");
        }
    }
    let carry = if carry.is_some_and(|carry| carry.value) { Carry::Tally } else { Carry::Nothing };
    (advance.map(|advance| advance.value as usize), carry)
}

/// Reads the maximum number of rounds of the play-off at the cut.
fn read_play_off(table: &Reader<'_>, number: u16) -> u16 {
    let Some(rounds) = table.number("play_off", 0, MOST_PLAY_OFF) else { return defaults::PLAY_OFF };
    if number == 0 || !table.has("advance") {
        let problem = Problem::new(rounds.span, "there is no cut for a play-off to decide");
        table.add(problem.hint("put `play_off` where `advance` is"));
    }
    rounds.value as u16
}

fn read_rules(table: &Reader<'_>, context: &Context<'_>) -> Option<Rules> {
    let chosen = table.table("rules");
    let mut rules = context.rules?.clone();
    if let Some(chosen) = chosen {
        rules::read(&chosen, context.game?, &mut rules);
    }
    Some(rules)
}

fn read_decided(table: &Reader<'_>, format: Option<&Format>) -> Option<u32> {
    let places = table.number("stop_when_decided", 1, 1_000_000)?;
    match format {
        None | Some(Format::RoundRobin(_) | Format::Swiss(_)) => {}
        Some(format) => {
            let message =
                format!("{} cannot stop early when places are decided", in_a_sentence(format.name()));
            let problem = Problem::new(places.span, message);
            table.add(problem.hint("only round-robin and swiss can"));
        }
    }
    Some(places.value)
}

fn read_precise(table: &Reader<'_>, format: Option<&Format>) -> Option<u32> {
    let elo = table.number("stop_when_precise", 1, MOST_ELO)?;
    let turns = match format? {
        Format::SingleElimination(_)
        | Format::DoubleElimination(_)
        | Format::Pyramid(_)
        | Format::Pairings(_) => {
            let message =
                format!("{} cannot stop early when ratings are precise", in_a_sentence(format?.name()));
            let problem = Problem::new(elo.span, message);
            table.add(problem.hint("only round-robin, groups, swiss, gauntlet and ladder can"));
            return None;
        }
        Format::RoundRobin(format) => Some(("cycle", "cycles", format.cycles)),
        Format::Groups(format) => Some(("cycle", "cycles", format.cycles)),
        Format::Gauntlet(format) => Some(("cycle", "cycles", format.cycles)),
        Format::Swiss(format) => Some(("round", "rounds", format.rounds)),
        Format::Ladder(_) => None,
    };
    if let Some((turn, key, 1)) = turns {
        let message = format!("a {} of one {turn} cannot stop early", format?.name());
        let hint = format!(
            "precision is checked after each {turn}, when all have played the same number of games; raise `{key}`"
        );
        table.add(Problem::new(elo.span, message).hint(hint));
    }
    Some(elo.value)
}
