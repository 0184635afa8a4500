//! More time for a student.

use class::{Event, Extension, Moment, OwnDeadline, deadline};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::{OpenClass, find_contender};
use crate::utc;
use crate::warning::Warning;

/// Bytes of a reason.
const LONGEST: usize = 1000;

/// The time that a student or a team has, once it was given more.
#[derive(Debug)]
pub struct ExtendedDeadline {
    /// What runs call the student or team.
    pub alias: String,
    /// Until when versions count.
    pub deadline: OwnDeadline,
    /// What the teacher should know.
    pub warnings: Vec<Warning>,
}

/// The time that a student or a team has, once it was given more.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ExtensionReport {
    /// What runs call the student or team.
    alias: String,
    /// The deadline without late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    deadline: Moment,
    /// The last moment that counts, with all late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    last_moment: Moment,
}

impl Shape for ExtensionReport {
    const NAME: &'static str = "class-extend";
    const VERSION: u32 = 1;
}

impl ExtendedDeadline {
    /// The same as JSON.
    pub fn report(&self) -> ExtensionReport {
        ExtensionReport {
            alias: self.alias.clone(),
            deadline: self.deadline.due(),
            last_moment: self.deadline.last,
        }
    }
}

/// Moves the deadline of a student to a later moment. A team has the extension that one of its students was given last.
///
/// # Errors
/// If there is no such student, the moment is earlier than the regular deadline, or the reason has more than 1000 bytes;
/// or if the class's record cannot be written.
pub fn extend(
    class: &OpenClass,
    student: &str,
    until: Moment,
    reason: &str,
) -> Result<ExtendedDeadline, Error> {
    if reason.len() > LONGEST {
        return Err(Error::input(format!("a reason has at most {LONGEST} bytes")));
    }
    let recorded = class.write(|facts, _| {
        let regular = deadline(&class.plan, facts, &find_contender(facts, student)?).regular;
        if until < regular {
            let regular = class.shown(regular);
            return Err(Error::input(format!("that is earlier than the deadline, {regular}")));
        }
        let (student, reason) = (student.to_owned(), reason.to_owned());
        Ok(vec![Event::Extended(Extension { student, until, reason })])
    })?;
    let contender = find_contender(&recorded.facts, student)?;
    Ok(ExtendedDeadline {
        alias: contender.alias.to_owned(),
        deadline: deadline(&class.plan, &recorded.facts, &contender),
        warnings: Warning::of(&recorded),
    })
}
