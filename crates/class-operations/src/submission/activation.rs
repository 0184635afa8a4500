//! Choosing the version that a student or a team plays.

use class_model::{Choice, Contender, Event, Facts, Moment, Standing, deadline};
use explain::{Error, Kind};
use game::visible;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::open_class::{OpenClass, find_contender};
use crate::status::{ContenderStatus, EntryReport, must_be_accepted};
use crate::warning::Warning;
use crate::whole_number;

/// The choice of the version that a student or a team plays. A choice stays in force until the next one; a later
/// submission does not become active by itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activate {
    /// The student's id.
    pub student: String,
    /// The number of the submission; null for the last one accepted in time.
    #[serde(default, deserialize_with = "whole_number::optional")]
    #[schemars(range(min = 1, max = 4_294_967_295_i64))]
    pub submission: Option<u32>,
}

/// The result of choosing the version that a student or a team plays.
#[derive(Debug)]
pub struct Activation {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The active version, and why it is active.
    pub standing: Standing,
    /// The student or team as JSON.
    pub report: EntryReport,
    /// Warnings for the caller.
    pub warnings: Vec<Warning>,
}

/// Chooses a version for a student, or removes the choice.
///
/// # Errors
/// If there is no such student or submission, the deadline has passed, the submission does not count, or the class's
/// record cannot be written.
pub fn activate(class: &OpenClass, request: Activate) -> Result<Activation, Error> {
    let Activate { student, submission } = request;
    let recorded = class.write(|facts, at| {
        check(class, facts, &find_contender(facts, &student)?, submission, at)?;
        Ok(vec![Event::Chosen(Choice { by: student.clone(), submission })])
    })?;
    let contender = find_contender(&recorded.facts, &student)?;
    let status = ContenderStatus::new(class, &recorded.facts, contender, recorded.at);
    Ok(Activation {
        alias: status.contender.alias.to_owned(),
        report: status.report(class),
        standing: status.standing,
        warnings: Warning::from_recorded(&recorded),
    })
}

/// Refuses a choice that would have no effect.
fn check(
    class: &OpenClass,
    facts: &Facts,
    contender: &Contender<'_>,
    submission: Option<u32>,
    at: Moment,
) -> Result<(), Error> {
    let last = deadline(&class.plan, facts, contender).last;
    if at > last {
        let message = format!("it is too late to choose: the deadline was {}", class.shown(last));
        return Err(Error::input(message).hint("`muster class extend` gives more time"));
    }
    let Some(number) = submission else { return Ok(()) };
    let own = facts.submission(number).filter(|one| contender.who.has_handed_in(one));
    let Some(submission) = own else {
        let numbers = facts.submissions_of(&contender.who);
        let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
        let alias = visible(contender.alias);
        return Err(Error::new(Kind::NotFound, format!("{alias} has no submission {number}"))
            .hint(format!("submissions of {alias}: {}", numbers.join(", "))));
    };
    must_be_accepted(number, submission)?;
    if submission.received > last {
        return Err(Error::input(format!(
            "submission {number} was received on {}, after the deadline, {}",
            class.shown(submission.received),
            class.shown(last)
        )));
    }
    Ok(())
}
