//! The longest plausible gap between events, beyond which the clock is doubted.

use class_model::{ClassPlan, Facts, Moment, deadline};
use explain::{Error, Kind};

/// A day in milliseconds.
const DAY: i64 = 24 * 3_600_000;
/// Maximum time that an unconfirmed clock may be ahead of the record, in milliseconds.
const LONGEST: i64 = 60 * DAY;

/// Returns `true` if the clock is so far ahead of the record that a teacher has to confirm it. Before the last deadline it
/// returns `false`, so that a hand-in in time never waits for a teacher.
pub(crate) fn is_long_ahead(plan: &ClassPlan, facts: &Facts, now: Moment) -> bool {
    let is_long = facts.last().is_some_and(|last| now.millis() - last.millis() > LONGEST);
    let has_passed = |moment: Moment| now > moment;
    is_long
        && has_passed(plan.deadline.last(facts))
        && facts.contenders().iter().all(|contender| has_passed(deadline(plan, facts, contender).last))
}

/// Returns the number of whole days between two moments.
pub(crate) fn days_between(from: Moment, to: Moment) -> i64 {
    (to.millis() - from.millis()) / DAY
}

/// Refuses to record anything while the clock is far ahead of the record, since all later events would be late.
///
/// # Errors
/// If the clock is far ahead.
pub(crate) fn refuse_long_ahead(plan: &ClassPlan, facts: &Facts, now: Moment) -> Result<(), Error> {
    let Some(last) = facts.last().filter(|_| is_long_ahead(plan, facts, now)) else { return Ok(()) };
    let (shown, days) = (plan.zone.show(now), days_between(last, now));
    let what = format!(
        "this machine's clock shows {shown}, {days} days after the last event of the class's record; nothing was recorded"
    );
    Err(Error::new(Kind::Refused, what).hint(
        "set the clock; if it is correct, the teacher can confirm it with `muster class clock DIR --confirm`",
    ))
}
