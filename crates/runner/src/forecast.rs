//! Upper bounds on the cost of a tournament, and its pairings as far as they are known, before anything is played.

use std::time::Duration;

use config::Plan;
use explain::{Explain, Kind};
use json::Shape;
use referee::{Clock, ClockKind, CpuGuard, Ticks};
use schemars::JsonSchema;
use serde::Serialize;
use thiserror::Error;
use tournament::{Entrant, EntrantId, Field, Format, FormatError, Rulings, RunSeed, Stage};

/// Size of a row in the ledger without its transcript, and of one action in it, in bytes; measured and rounded up.
const ROW_BYTES: u64 = 160;
const ACTION_BYTES: u64 = 5;
/// Maximum number of listed pairings.
const LISTED: usize = 200;

/// Upper bounds on the cost of a tournament, and the rounds of its first stage as far as they are known.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Forecast {
    /// The tournament's name.
    pub tournament: String,
    /// The game.
    pub game: &'static str,
    /// The rule options that are set, as text.
    pub rules: String,
    /// The names of the game's metrics, which are counted for each seat.
    pub metrics: Vec<&'static str>,
    /// The maximum number of matches of all stages together, without play-offs.
    pub matches_at_most: u64,
    /// The stages, in order.
    pub stages: Vec<StageForecast>,
    /// The rounds of the first stage as far as they are known.
    pub rounds: Vec<RoundForecast>,
    /// The maximum number of further rounds of the first stage, which are not listed or not known.
    pub more_rounds_at_most: u32,
    /// `true` if those depend on results.
    #[serde(skip)]
    pub by_results: bool,
}

impl Shape for Forecast {
    const NAME: &'static str = "dry-run";
    const VERSION: u32 = 1;
}

/// Upper bounds on the cost of a stage.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StageForecast {
    /// Its name.
    pub name: String,
    /// Its format.
    pub format: &'static str,
    /// The number of entrants that play.
    pub entrants: usize,
    /// The maximum number of rounds, without a play-off.
    pub rounds_at_most: u32,
    /// The maximum number of matches, without a play-off.
    pub matches_at_most: u64,
    /// The maximum time on the clocks of both seats, of all matches together.
    pub clock_seconds_at_most: f64,
    /// The maximum processor time, of all matches together.
    pub processor_seconds_at_most: f64,
    /// The maximum space in the ledger.
    pub disk_bytes_at_most: u64,
    /// The conditions that may stop it before its end.
    pub stops: Vec<String>,
}

/// The pairings of a round, by names.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RoundForecast {
    /// The pairs: the entrant in the first seat of the first game, then the other.
    pub pairings: Vec<[String; 2]>,
    /// The entrants that have a bye or are absent.
    pub byes: Vec<String>,
}

/// The error for a stage that cannot be played with the entrants that reach it.
#[derive(Debug, Error)]
#[error("stage \"{stage}\" cannot be played")]
pub struct UnplayableStage {
    /// Its name.
    pub stage: String,
    #[source]
    why: FormatError,
}

impl Explain for UnplayableStage {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

impl Forecast {
    /// Computes the forecast of a plan.
    ///
    /// # Errors
    /// When a stage cannot be played with the entrants that reach it.
    pub fn from_plan(plan: &Plan) -> Result<Forecast, UnplayableStage> {
        let entrants: Vec<Entrant> = plan
            .entrants
            .iter()
            .map(|entrant| Entrant { name: entrant.name.clone(), guest: entrant.guest })
            .collect();
        let mut field = Field::from_entrants(&entrants);
        let mut stages = Vec::new();
        let mut first = None;
        for (index, spec) in plan.stages.iter().enumerate() {
            if let Some(advance) = spec.advance {
                field.ranked.truncate(advance);
            }
            let stage = plan
                .open_stage(index, None, &field, RunSeed::from(0), &Rulings::default())
                .map_err(|why| UnplayableStage { stage: spec.name.clone(), why })?;
            let matches = stage.most_matches();
            let longest =
                plan.game.max_plies(&spec.rules).unwrap_or(spec.limits.plies).min(spec.limits.plies);
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
            metrics: plan.game.metrics().iter().map(|metric| metric.name).collect(),
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

    /// Adds the rounds of the first stage: all of them if they do not depend on results, otherwise the first. Long
    /// lists are cut.
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

/// The time that one seat may use in one match.
struct SeatTime {
    on_clock: Ticks,
    processor: Duration,
}

impl SeatTime {
    /// The maximum time of a match of this number of plies.
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

/// Number of entrants that play in a stage; guests do not play in knockouts.
fn takes_part(field: &Field, format: &Format) -> usize {
    match format {
        Format::SingleElimination(_) | Format::DoubleElimination(_) => field.ranked.len(),
        _ => field.everybody().len(),
    }
}

/// Returns a time in words, rounded: `90 s`, `12 min`, `3 h`.
pub fn time_words(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.0} h", seconds / 3600.0),
    }
}
