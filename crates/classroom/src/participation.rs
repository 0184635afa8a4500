//! Whether a student takes part.

use class::{Event, Facts, Moment, Student, Withdrawal};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::extension::check_reason;
use crate::open_class::{OpenClass, find_contender, find_student};
use crate::utc;
use crate::warning::Warning;

/// Whether a student takes part, once that was changed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Participation {
    /// The student's id.
    pub student: String,
    /// What runs call the student or the student's team.
    pub alias: String,
    /// Whether the student takes part.
    pub takes_part: bool,
    /// How many others of the team take part; null for a student who hands in alone.
    pub others_of_team: Option<usize>,
    /// Since when, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    pub since: Moment,
    /// What the teacher should know.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Participation {
    const NAME: &'static str = "class-participation";
    const VERSION: u32 = 1;
}

/// Withdraws a student: nothing is accepted from them, and what they handed in is kept and plays in nothing that begins
/// from now on. A team plays as long as any of its students takes part.
///
/// # Errors
/// If there is no such student, the student is withdrawn already, or the reason has more than 1000 bytes; or if the
/// class's record cannot be written.
pub fn withdraw(class: &OpenClass, student: &str, reason: &str) -> Result<Participation, Error> {
    check_reason(reason)?;
    change(class, student, |facts, found| {
        refuse_withdrawn(class, facts, found)?;
        let (student, reason) = (student.to_owned(), reason.to_owned());
        Ok(Event::Withdrawn(Withdrawal { student, reason }))
    })
}

/// Lets a student take part again who was withdrawn. What they handed in before counts as it did.
///
/// # Errors
/// If there is no such student, or the student takes part; or if the class's record cannot be written.
pub fn reinstate(class: &OpenClass, student: &str) -> Result<Participation, Error> {
    change(class, student, |facts, found| match facts.withdrawal(&found.id) {
        Some(_) => Ok(Event::Reinstated { student: student.to_owned() }),
        None => Err(Error::input(format!("{} takes part", named(found)))),
    })
}

fn change(
    class: &OpenClass,
    student: &str,
    decide: impl FnOnce(&Facts, &Student) -> Result<Event, Error>,
) -> Result<Participation, Error> {
    let recorded = class.write(|facts, _| Ok(vec![decide(facts, find_student(facts, student)?)?]))?;
    let facts = &recorded.facts;
    let contender = find_contender(facts, student)?;
    let takes_part = |one: &&&Student| facts.withdrawal(&one.id).is_none();
    let others = contender.members.iter().filter(|member| member.id != student).filter(takes_part).count();
    Ok(Participation {
        student: student.to_owned(),
        alias: contender.alias.to_owned(),
        takes_part: facts.withdrawal(student).is_none(),
        others_of_team: find_student(facts, student)?.team.as_ref().map(|_| others),
        since: recorded.at,
        warnings: Warning::of(&recorded),
    })
}

/// Refuses what a student wants who takes no part.
///
/// # Errors
/// If the student is withdrawn.
pub(crate) fn refuse_withdrawn(class: &OpenClass, facts: &Facts, student: &Student) -> Result<(), Error> {
    let Some(withdrawal) = facts.withdrawal(&student.id) else { return Ok(()) };
    let since = class.shown(withdrawal.at);
    Err(Error::new(Kind::Refused, format!("{} takes no part since {since}", named(student)))
        .hint("`muster class reinstate` lets the student take part again"))
}

fn named(student: &Student) -> String {
    format!("{} ({})", visible(&student.name), visible(&student.id))
}
