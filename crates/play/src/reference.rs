//! Asks the reference of a game about the positions of a match.

use explain::{Error, Kind, with_causes};
use game::Seat;
use job::{MatchSettings, NotAdmitted, SeatRecord, SizeClass};
use referee::{Clock, Closing, Limits, Played, Ticks};
use replay::mistakes::Course;
use replay::{Recording, ReplayError};

use crate::retrace::RetraceEnd;
use crate::workbench::{RetraceQuestion, Workbench};

/// The limits of a reference. A number of positions bounds its search, so the clock is generous.
fn limits(of_match: &Limits) -> Limits {
    let hour = Ticks(3600 * Ticks::PER_SECOND);
    let clock = Clock::default().with_times(Some(hour), Some(hour));
    Limits { log: 16 << 20, plies: of_match.plies, ..Limits::default() }.with_clock(clock)
}

/// A match for the game's reference to evaluate.
pub struct ReferenceQuestion<'a> {
    /// Game and rule options.
    pub settings: &'a MatchSettings,
    /// The record of the seat to analyse.
    pub record: &'a SeatRecord,
    /// All actions of the match, decoded from the record.
    pub played: &'a [Played],
    /// Number of positions that the reference searches in a turn; `None` for its own number.
    pub nodes: Option<u64>,
}

impl ReferenceQuestion<'_> {
    /// Returns the course of the match for the seat.
    ///
    /// # Errors
    /// Returns an error if the game has no reference, the reference fails, or the match cannot be replayed.
    pub fn ask(&self, bench: &dyn Workbench) -> Result<Course, Error> {
        let ReferenceQuestion { settings, record, played, nodes } = *self;
        let game = settings.game;
        let analyst = games::listed(game.name()).and_then(|listed| listed.analyst).ok_or_else(|| {
            Error::input(format!("{} has no reference", game.title())).hint(
                "the built-in games have one; for other games, the bot's own `@eval` lines show its view",
            )
        })?;
        let failed = |why: &str| Error::new(Kind::Host, format!("the reference of {}: {why}", game.title()));
        let admitted = bench.admit(analyst.module, SizeClass::Normal);
        let module = admitted.map_err(|error| failed(&with_causes(&error)))?;
        let module = module.map_err(|why: NotAdmitted| failed(&format!("it is not admitted: {why}")))?.ready;
        let settings = MatchSettings::new(game, settings.rules.clone(), limits(&settings.limits));
        let asked = |seat: Seat| {
            let record = SeatRecord {
                seat,
                settings: nodes.map(|nodes| format!("nodes={nodes}")).unwrap_or_default(),
                limits: settings.limits,
                loss: None,
                closing: Closing::default(),
                ..record.clone()
            };
            let question = RetraceQuestion {
                settings: &settings,
                record: &record,
                played,
                module: &module,
                until: RetraceEnd::Match,
            };
            let summary = bench.retrace(&question).map_err(|error| failed(&with_causes(&error)))?;
            match summary.last.map(|last| last.here) {
                Some(Err(failure)) => Err(failed(&format!("{}: {}", failure.fault, failure.detail))),
                _ => Ok(summary.closing),
            }
        };
        let own = asked(record.seat)?;
        let other = asked(record.seat.other())?;
        let closings = if record.seat == Seat::First { [&own, &other] } else { [&other, &own] };
        let recording = Recording {
            game,
            rules: &settings.rules,
            limits: &settings.limits,
            start: record.start.as_deref(),
            played,
            closings: game::PerSeat::default(),
        };
        let outcome = record.reason.forfeits().is_empty().then_some(record.outcome);
        let unreadable = |error: ReplayError| Error::input(format!("the match cannot be replayed: {error}"));
        Course::new(&recording, record.seat, closings, outcome).map_err(unreadable)
    }
}
