//! Comparing this machine's clock with a class's record.

use class_model::{Event, Facts, Moment};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::extension::check_reason;
use crate::open_class::{OpenClass, days_between, is_long_ahead};
use crate::utc::Utc;
use crate::warning::Warning;

/// This machine's clock compared with a class's record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClockReport {
    /// The current time of the clock, in UTC.
    pub now: Utc,
    /// Time of the record's last event, in UTC; null for an empty record.
    pub last: Option<Utc>,
    /// `true` if the clock is so far ahead of the record that the class records nothing until a teacher confirms it.
    pub must_be_confirmed: bool,
    /// The events dated in the future, recorded under a wrong clock; null if there are none.
    pub ahead: Option<EventsAhead>,
    /// The change that the command recorded.
    pub done: ClockChange,
}

/// Events dated in the future.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EventsAhead {
    /// The number of the first such event.
    pub since: i64,
    /// Number of such events.
    pub events: i64,
    /// Time of the event before them, in UTC; null if there is none.
    pub before: Option<Utc>,
}

/// A recorded statement about the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClockChange {
    /// Nothing was recorded.
    Nothing,
    /// The clock is right.
    Confirmed,
    /// The clock was wrong before.
    Corrected,
}

impl Shape for ClockReport {
    const NAME: &'static str = "class-clock";
    const VERSION: u32 = 1;
}

/// Compares the clock with the record.
///
/// # Errors
/// If the class's record cannot be read.
pub fn check_clock(class: &OpenClass) -> Result<ClockReport, Error> {
    report(class, Moment::now(), ClockChange::Nothing)
}

/// Confirms that the clock is right although it is far ahead of the record.
///
/// # Errors
/// If the clock is not far ahead, or the class's record cannot be written.
pub fn confirm_clock(class: &OpenClass) -> Result<ClockReport, Error> {
    class.write_at_any_time(|facts, _| {
        if is_long_ahead(&class.plan, facts, Moment::now()) {
            return Ok(vec![Event::ClockConfirmed]);
        }
        Err(Error::input("the clock is not far ahead of the record: there is nothing to confirm"))
    })?;
    report(class, Moment::now(), ClockChange::Confirmed)
}

/// A correction of the record after the clock was ahead: the clock is right now, and events are dated in the future.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectClock {
    /// The time of these events, in the class's time zone; null for that of the event before them.
    pub happened: Option<String>,
    /// The reason, for the record: at most 1000 bytes.
    #[serde(default)]
    pub reason: String,
}

/// Corrects the record after the clock was ahead. A hand-in received after the clock was right again counts as of its
/// own time.
///
/// # Errors
/// If no event is ahead of the clock, `happened` is not a moment between the event before them and now, the reason has
/// more than 1000 bytes, or the class's record cannot be written.
pub fn correct_clock(class: &OpenClass, request: &CorrectClock) -> Result<ClockReport, Error> {
    let happened = request.happened.as_deref().map(|text| class.moment(text)).transpose()?;
    let reason = request.reason.as_str();
    check_reason(reason)?;
    let now = Moment::now();
    let fault = class.read_record(|record| record.clock_fault(now))?;
    let Some(fault) = fault else {
        return Err(Error::input("no event is ahead of the clock: there is nothing to correct"));
    };
    if happened.is_some_and(|at| at > now || fault.before.is_some_and(|before| at < before)) {
        let before = fault.before.map_or_else(|| "the beginning".to_owned(), |before| class.shown(before));
        let what = format!("the events happened between {before} and {}", class.shown(now));
        return Err(Error::input(what));
    }
    class.write_record(|record, actor| record.correct_clock(actor, now, happened, reason).map(drop))?;
    report(class, now, ClockChange::Corrected)
}

fn report(class: &OpenClass, now: Moment, done: ClockChange) -> Result<ClockReport, Error> {
    let facts = class.facts()?;
    let fault = class.read_record(|record| record.clock_fault(now))?;
    Ok(ClockReport {
        now: Utc(now),
        last: facts.last().map(Utc),
        must_be_confirmed: is_long_ahead(&class.plan, &facts, now),
        ahead: fault.map(|fault| EventsAhead {
            since: fault.since,
            events: fault.events,
            before: fault.before.map(Utc),
        }),
        done,
    })
}

/// Returns the warning about the clock that teachers see.
pub fn clock_warning(class: &OpenClass, facts: &Facts) -> Option<Warning> {
    let (now, last) = (Moment::now(), facts.last()?);
    if is_long_ahead(&class.plan, facts, now) {
        return Some(Warning(format!(
            "nothing is recorded: this machine's clock is {} days ahead of the last event of the record; set it, or \
             confirm it with `muster class clock DIR --confirm`",
            days_between(last, now)
        )));
    }
    Warning::of_behind(last.millis() - now.millis())
}
