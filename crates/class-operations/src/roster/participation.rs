//! Withdrawing a student from a class, and reinstating them.

use class_model::{Event, Facts, Student, Withdrawal};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deadlines::check_reason;
use crate::open_class::{OpenClass, find_contender, find_student};
use crate::utc::Utc;
use crate::warning::Warning;

/// A student's withdrawal from the class.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// The student's id.
    pub student: String,
    /// The reason, for the record: at most 1000 bytes.
    #[serde(default)]
    pub reason: String,
}

/// A student's participation after a change.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Participation {
    /// The student's id.
    pub student: String,
    /// Alias of the student or the student's team in runs.
    pub alias: String,
    /// `true` if the student takes part.
    pub takes_part: bool,
    /// Number of other members of the team who take part; null for a student without a team.
    pub others_of_team: Option<usize>,
    /// Time of the change, in UTC.
    pub since: Utc,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for Participation {
    const NAME: &'static str = "class-participation";
    const VERSION: u32 = 1;
}

/// Withdraws a student: new submissions are refused, and earlier ones are kept but enter no new runs. A team plays as
/// long as any of its students takes part.
///
/// # Errors
/// If there is no such student, the student is already withdrawn, the reason has more than 1000 bytes, or the class's
/// record cannot be written.
pub fn withdraw(class: &OpenClass, Withdraw { student, reason }: Withdraw) -> Result<Participation, Error> {
    check_reason(&reason)?;
    change(class, &student, |facts, found| {
        refuse_withdrawn(class, facts, found)?;
        let (student, reason) = (student.clone(), reason.clone());
        Ok(Event::Withdrawn(Withdrawal { student, reason }))
    })
}

/// Reinstates a withdrawn student. Earlier submissions count as before.
///
/// # Errors
/// If there is no such student, the student takes part, or the class's record cannot be written.
pub fn reinstate(class: &OpenClass, student: &str) -> Result<Participation, Error> {
    change(class, student, |facts, found| match facts.withdrawal(&found.id) {
        Some(_) => Ok(Event::Reinstated { student: student.to_owned() }),
        None => Err(Error::input(format!("{} is not withdrawn", named(found)))),
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
        since: Utc(recorded.at),
        warnings: Warning::from_recorded(&recorded),
    })
}

/// Refuses requests of a withdrawn student.
///
/// # Errors
/// If the student is withdrawn.
pub(crate) fn refuse_withdrawn(class: &OpenClass, facts: &Facts, student: &Student) -> Result<(), Error> {
    let Some(withdrawal) = facts.withdrawal(&student.id) else { return Ok(()) };
    let since = class.shown(withdrawal.at);
    Err(Error::new(Kind::Refused, format!("{} was withdrawn on {since}", named(student)))
        .hint("`muster class reinstate` reinstates the student"))
}

fn named(student: &Student) -> String {
    format!("{} ({})", visible(&student.name), visible(&student.id))
}
