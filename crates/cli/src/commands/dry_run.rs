//! `muster run --dry-run`: what would be played, without playing it.

use std::time::Duration;

use config::{Plan, StageSpec};
use explain::{Error, Kind};
use game::{Metric, Rules};
use json::Shape;
use referee::{Clock, ClockKind, CpuGuard, Ticks};
use schemars::JsonSchema;
use serde::Serialize;
use tournament::{Entrant, EntrantId, Field, Format, Rulings, RunSeed, Stage};

use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// Bytes of a row in the ledger besides its transcript, and of one action in it, as measured; rounded up.
const ROW_BYTES: u64 = 160;
const ACTION_BYTES: u64 = 5;
/// Pairings that are listed at most.
const LISTED: usize = 200;

/// What a stage takes at most.
#[derive(Serialize, JsonSchema)]
struct StageForecast {
    /// Its name.
    name: String,
    /// Its format.
    format: &'static str,
    /// How many entrants play.
    entrants: usize,
    /// The most rounds.
    rounds_at_most: u32,
    /// The most matches.
    matches_at_most: u64,
    /// The most time on the clocks of both seats, of all matches together.
    clock_seconds_at_most: f64,
    /// The most processor time, of all matches together.
    processor_seconds_at_most: f64,
    /// The most space in the ledger.
    disk_bytes_at_most: u64,
    /// What may stop it before its end.
    stops: Vec<String>,
}

/// Who meets whom in a round, by their names.
#[derive(Serialize, JsonSchema)]
struct RoundForecast {
    /// Who meets whom: the one in the first seat of the first game, then the other.
    pairings: Vec<[String; 2]>,
    /// Who has a bye or is absent.
    byes: Vec<String>,
}

/// What a tournament takes at most, and the rounds of its first stage as far as they are known.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Forecast {
    /// The tournament's name.
    tournament: String,
    /// The game.
    game: &'static str,
    /// The rule options that are set, as text.
    rules: String,
    /// What the game counts for each seat, by name.
    metrics: Vec<&'static str>,
    /// The most matches of all stages together.
    matches_at_most: u64,
    /// The stages, in order.
    stages: Vec<StageForecast>,
    /// The rounds of the first stage as far as they are known.
    rounds: Vec<RoundForecast>,
    /// Further rounds of the first stage at most: not listed, or not known.
    more_rounds_at_most: u32,
    /// Whether they depend on results.
    #[serde(skip)]
    by_results: bool,
}

impl Shape for Forecast {
    const NAME: &'static str = "dry-run";
    const VERSION: u32 = 1;
}

/// Prints matches, time and disk at most, stage by stage, then who meets whom as far as it is known.
pub(crate) fn print(plan: &Plan, json: bool) -> Done {
    let forecast = forecast(plan)?;
    if json {
        return out::json(&forecast);
    }
    print_stages(plan, &forecast)?;
    print_rounds(&forecast)
}

fn forecast(plan: &Plan) -> Result<Forecast, Error> {
    let entrants: Vec<Entrant> = plan
        .entrants
        .iter()
        .map(|entrant| Entrant { name: entrant.name.clone(), guest: entrant.guest })
        .collect();
    let mut field = Field::of(&entrants);
    let mut stages = Vec::new();
    let mut first = None;
    for (index, spec) in plan.stages.iter().enumerate() {
        if let Some(advance) = spec.advance {
            field.ranked.truncate(advance);
        }
        let stage =
            plan.open_stage(index, None, &field, RunSeed::from(0), &Rulings::default()).map_err(|why| {
                Error::new(Kind::Input, format!("stage \"{}\" cannot be played: {why}", spec.name))
            })?;
        let matches = stage.most_matches();
        let longest = plan.game.max_plies(&spec.rules).unwrap_or(spec.limits.plies).min(spec.limits.plies);
        let times = spec.limits.clock.map(|clock| SeatTime::at_most(&clock, spec.limits.start, longest));
        let of_all_matches =
            |seconds: fn(&SeatTime) -> f64| times.0.iter().map(seconds).sum::<f64>() * matches as f64;
        stages.push(StageForecast {
            name: spec.name.clone(),
            format: spec.plan.format.name(),
            entrants: takes_part(&field, &spec.plan.format),
            rounds_at_most: stage.most_rounds(),
            matches_at_most: matches,
            clock_seconds_at_most: of_all_matches(|time| time.on_clock.seconds()),
            processor_seconds_at_most: of_all_matches(|time| time.processor.as_secs_f64()),
            disk_bytes_at_most: matches * (ROW_BYTES + 2 * ACTION_BYTES * u64::from(longest)),
            stops: spec.plan.stops().map(|stop| stop.to_string()).collect(),
        });
        first = first.or(Some(stage));
    }
    let mut forecast = Forecast {
        tournament: plan.name.clone(),
        game: plan.game.name(),
        rules: plan.rules.to_string(),
        metrics: plan.game.metrics().iter().map(|metric: &Metric| metric.name).collect(),
        matches_at_most: stages.iter().map(|stage| stage.matches_at_most).sum(),
        stages,
        rounds: Vec::new(),
        more_rounds_at_most: 0,
        by_results: false,
    };
    if let Some(stage) = first {
        forecast.lay_out(stage, &entrants);
    }
    Ok(forecast)
}

impl Forecast {
    /// Adds the rounds of the first stage: all of them where they do not depend on results, else the first; many are
    /// cut.
    fn lay_out(&mut self, mut stage: Stage, entrants: &[Entrant]) {
        while stage.past().rounds().iter().map(|played| played.round.pairings.len()).sum::<usize>() < LISTED
            && stage.next_fixture().is_some()
        {}
        let name = |id: EntrantId| entrants.get(id.index()).map_or_else(String::new, |one| one.name.clone());
        let rounds = stage.past().rounds().iter().map(|played| RoundForecast {
            pairings: played
                .round
                .pairings
                .iter()
                .map(|pair| [name(pair.first), name(pair.second)])
                .collect(),
            byes: played
                .round
                .byes
                .iter()
                .chain(&played.round.absent)
                .map(|&entrant| name(entrant))
                .collect(),
        });
        self.rounds = rounds.collect();
        self.more_rounds_at_most = stage.most_rounds().saturating_sub(self.rounds.len() as u32);
        self.by_results = !stage.is_fixed();
    }
}

fn print_stages(plan: &Plan, forecast: &Forecast) -> Done {
    let name = inert(&forecast.tournament);
    out::line(&format!("{name}: {} under the rules {}", plan.game.title(), rules_text(&plan.rules)))?;
    let head = [
        ("stage", Align::Left),
        ("format", Align::Left),
        ("entrants", Align::Right),
        ("rounds", Align::Right),
        ("matches", Align::Right),
        ("clock time at most", Align::Right),
        ("processor time at most", Align::Right),
        ("disk at most", Align::Right),
    ];
    let row = |stage: &StageForecast| {
        vec![
            stage.name.clone(),
            stage.format.to_owned(),
            stage.entrants.to_string(),
            stage.rounds_at_most.to_string(),
            stage.matches_at_most.to_string(),
            duration(stage.clock_seconds_at_most),
            duration(stage.processor_seconds_at_most),
            format!("{} MiB", stage.disk_bytes_at_most.div_ceil(1 << 20)),
        ]
    };
    let rows: Vec<_> = forecast.stages.iter().map(row).collect();
    out::line(&table::render(&head, &rows))?;
    let is_on_fuel =
        |spec: &StageSpec| spec.limits.clock.iter().any(|(_, clock)| clock.kind == ClockKind::Fuel);
    if plan.stages.iter().any(is_on_fuel) {
        let guard = CpuGuard::default();
        out::line(&format!(
            "each seat's processor time per match is limited to {guard}; a match that exceeds the limit is played \
             again alone, and lost if it exceeds the limit again"
        ))?;
    }
    for stage in &forecast.stages {
        for stop in &stage.stops {
            out::line(&format!("{} may end early: it stops when {stop}", inert(&stage.name)))?;
        }
    }
    let matches = if forecast.matches_at_most == 1 {
        "1 match".to_owned()
    } else {
        format!("{} matches", forecast.matches_at_most)
    };
    out::line(&format!("{matches} at most; metrics: {}; nothing was played", forecast.metrics.join(", ")))
}

/// What one seat may use in one match.
struct SeatTime {
    on_clock: Ticks,
    processor: Duration,
}

impl SeatTime {
    /// The most that a match of this many plies can take.
    fn at_most(clock: &Clock, start: Ticks, plies: u32) -> SeatTime {
        let moves = |time: Ticks| Ticks(time.0.saturating_mul(plies.into()));
        let of_the_game = clock.per_game + moves(clock.increment);
        let on_clock = clock.per_move.map_or(of_the_game, |per_move| moves(per_move).min(of_the_game));
        let processor = match clock.kind {
            ClockKind::Fuel => CpuGuard::default().allows(on_clock + start),
            ClockKind::Cpu | ClockKind::Wall => Duration::from_secs_f64(on_clock.seconds()),
        };
        SeatTime { on_clock, processor }
    }
}

fn print_rounds(forecast: &Forecast) -> Done {
    let Some(stage) = forecast.stages.first() else { return Ok(()) };
    out::line(&format!("\n{}:", inert(&stage.name)))?;
    for (number, round) in (1..).zip(&forecast.rounds) {
        let pairings = round.pairings.iter();
        let mut words: Vec<String> =
            pairings.map(|[first, second]| format!("{} - {}", inert(first), inert(second))).collect();
        words.extend(round.byes.iter().map(|entrant| format!("bye: {}", inert(entrant))));
        out::line(&format!("  round {number}: {}", words.join(", ")))?;
    }
    match forecast.more_rounds_at_most {
        0 => Ok(()),
        left if forecast.by_results => {
            out::line(&format!("  … and up to {left} more rounds, depending on results"))
        }
        left => out::line(&format!("  … and {left} more rounds")),
    }
}

/// How many entrants play in a stage; guests do not in knockouts.
fn takes_part(field: &Field, format: &Format) -> usize {
    match format {
        Format::SingleElimination(_) | Format::DoubleElimination(_) => field.ranked.len(),
        _ => field.everybody().len(),
    }
}

fn rules_text(rules: &Rules) -> String {
    let text = rules.to_string();
    if text.is_empty() { "(no options)".to_owned() } else { text }
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.0} h", seconds / 3600.0),
    }
}
