//! More time for a student.

use class_model::{Event, Extension, Moment, OwnDeadline, Standing, standing};
use explain::{Error, Kind};
use json::Shape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open_class::{OpenClass, find_contender};
use crate::utc::Utc;
use crate::warning::Warning;

/// Maximum number of bytes of a reason.
const LONGEST: usize = 1000;

/// An extension of a student's deadline.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extend {
    /// The student's id.
    pub student: String,
    /// The new deadline: `2026-12-03 22:00` in the class's time zone, or `2026-12-03T21:00:00Z`.
    pub until: String,
    /// The reason, for the record: at most 1000 bytes.
    #[serde(default)]
    pub reason: String,
    /// `true` to allow a deadline earlier than the student's current extended one.
    #[serde(default)]
    pub may_shorten: bool,
}

/// A deadline after an extension.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ExtensionReport")]
pub struct ExtendedDeadline {
    /// Alias of the student or team in runs.
    pub alias: String,
    /// The deadline before, without late days, in UTC.
    pub previous_deadline: Utc,
    /// The deadline without late days, in UTC.
    pub deadline: Utc,
    /// The last moment that counts, with all late days, in UTC.
    pub last_moment: Utc,
    /// The number of the submission that is no longer active; null if there is none.
    pub displaced: Option<u32>,
    /// The origin of the deadline.
    #[serde(skip)]
    pub own: OwnDeadline,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for ExtendedDeadline {
    const NAME: &'static str = "class-extend";
    const VERSION: u32 = 1;
}

/// An extension given to a student.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct GivenExtension<'a> {
    /// The new deadline, in UTC.
    until: Utc,
    /// The reason.
    reason: &'a str,
}

impl<'a> From<&'a Extension> for GivenExtension<'a> {
    fn from(extension: &'a Extension) -> GivenExtension<'a> {
        GivenExtension { until: Utc(extension.until), reason: &extension.reason }
    }
}

/// Moves the deadline of a student. For a team, the last extension given to one of its students applies.
///
/// # Errors
/// If there is no such student, the new deadline is not a valid moment, or earlier than the regular one or than the
/// current extension (unless `may_shorten`), the reason is too long, or the class's record cannot be written.
pub fn extend(class: &OpenClass, request: Extend) -> Result<ExtendedDeadline, Error> {
    let Extend { student, until, reason, may_shorten } = request;
    let until = class.deadline(&until)?;
    check_reason(&reason)?;
    let mut before = None;
    let recorded = class.write(|facts, _| {
        let standing = standing(&class.plan, facts, &find_contender(facts, &student)?);
        check(class, &standing.deadline, until, may_shorten)?;
        before = Some(standing);
        let (student, reason) = (student.clone(), reason.clone());
        Ok(vec![Event::Extended(Extension { student, until, reason })])
    })?;
    let contender = find_contender(&recorded.facts, &student)?;
    let after = standing(&class.plan, &recorded.facts, &contender);
    let number = |standing: &Standing| standing.active.as_ref().ok().map(|active| active.submission);
    let was_active = before.as_ref().and_then(number);
    let is_shorter = before.as_ref().is_some_and(|before| after.deadline.last < before.deadline.last);
    Ok(ExtendedDeadline {
        alias: contender.alias.to_owned(),
        previous_deadline: Utc(before.as_ref().unwrap_or(&after).deadline.due()),
        deadline: Utc(after.deadline.due()),
        last_moment: Utc(after.deadline.last),
        displaced: was_active.filter(|was| is_shorter && number(&after) != Some(*was)),
        own: after.deadline,
        warnings: Warning::from_recorded(&recorded),
    })
}

pub(super) fn check(
    class: &OpenClass,
    before: &OwnDeadline,
    until: Moment,
    may_shorten: bool,
) -> Result<(), Error> {
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
