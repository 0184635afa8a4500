//! More time for a student.

use class_model::{Event, Extension, Moment, OwnDeadline, Standing, standing};
use explain::{Error, Kind};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::{OpenClass, find_contender};
use crate::utc;
use crate::warning::Warning;

/// Maximum number of bytes of a reason.
const LONGEST: usize = 1000;

/// A deadline after an extension.
#[derive(Debug)]
pub struct ExtendedDeadline {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The deadline before.
    pub before: OwnDeadline,
    /// The deadline now.
    pub deadline: OwnDeadline,
    /// The version that is no longer active, because it was received after a deadline that is now earlier.
    pub displaced: Option<u32>,
    /// Warnings for the teacher.
    pub warnings: Vec<Warning>,
}

/// A deadline after an extension.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExtensionReport {
    /// Alias of the student or team in runs.
    alias: String,
    /// The deadline before, without late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    previous_deadline: Moment,
    /// The deadline without late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    deadline: Moment,
    /// The last moment that counts, with all late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    last_moment: Moment,
    /// The number of the submission that is no longer active; null if there is none.
    displaced: Option<u32>,
}

impl Shape for ExtensionReport {
    const NAME: &'static str = "class-extend";
    const VERSION: u32 = 1;
}

impl ExtendedDeadline {
    /// Returns the deadline as JSON.
    pub fn report(&self) -> ExtensionReport {
        ExtensionReport {
            alias: self.alias.clone(),
            previous_deadline: self.before.due(),
            deadline: self.deadline.due(),
            last_moment: self.deadline.last,
            displaced: self.displaced,
        }
    }
}

/// A request for more time for a student.
#[derive(Clone, Copy, Debug)]
pub struct ExtensionRequest<'a> {
    /// The student's id.
    pub student: &'a str,
    /// The new deadline.
    pub until: Moment,
    /// The reason, for the record: at most 1000 bytes.
    pub reason: &'a str,
    /// `true` if the new deadline may be earlier than the student's current extension.
    pub may_shorten: bool,
}

/// Moves the deadline of a student. For a team, the last extension given to one of its students applies.
///
/// # Errors
/// If there is no such student, the new deadline is earlier than the regular one or than the current extension (unless
/// `may_shorten`), the reason is too long, or the class's record cannot be written.
pub fn extend(class: &OpenClass, request: &ExtensionRequest<'_>) -> Result<ExtendedDeadline, Error> {
    let &ExtensionRequest { student, until, reason, may_shorten } = request;
    check_reason(reason)?;
    let mut before = None;
    let recorded = class.write(|facts, _| {
        let standing = standing(&class.plan, facts, &find_contender(facts, student)?);
        check(class, &standing.deadline, until, may_shorten)?;
        before = Some(standing);
        let (student, reason) = (student.to_owned(), reason.to_owned());
        Ok(vec![Event::Extended(Extension { student, until, reason })])
    })?;
    let contender = find_contender(&recorded.facts, student)?;
    let after = standing(&class.plan, &recorded.facts, &contender);
    let number = |standing: &Standing| standing.active.as_ref().ok().map(|active| active.submission);
    let was_active = before.as_ref().and_then(number);
    let is_shorter = before.as_ref().is_some_and(|before| after.deadline.last < before.deadline.last);
    Ok(ExtendedDeadline {
        alias: contender.alias.to_owned(),
        displaced: was_active.filter(|was| is_shorter && number(&after) != Some(*was)),
        before: before.map_or_else(|| after.deadline.clone(), |before| before.deadline),
        deadline: after.deadline,
        warnings: Warning::of(&recorded),
    })
}

fn check(class: &OpenClass, before: &OwnDeadline, until: Moment, may_shorten: bool) -> Result<(), Error> {
    if until < before.regular {
        let regular = class.shown(before.regular);
        return Err(Error::input(format!("the extension is earlier than the deadline, {regular}")));
    }
    match before.extended {
        Some(extended) if until < extended && !may_shorten => {
            let extended = class.shown(extended);
            Err(Error::new(
                Kind::Refused,
                format!("this is shorter than the current extension, until {extended}"),
            )
            .hint("to shorten the extension, add --shorten"))
        }
        _ => Ok(()),
    }
}

/// Refuses a reason that is too long.
pub(crate) fn check_reason(reason: &str) -> Result<(), Error> {
    if reason.len() > LONGEST {
        let length = reason.len();
        return Err(Error::input(format!(
            "a reason can have at most {LONGEST} bytes; this one has {length}"
        )));
    }
    Ok(())
}
