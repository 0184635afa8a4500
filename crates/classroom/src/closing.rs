//! Whether a class accepts anything, whatever its deadlines say.

use class::{Contender, Event, Moment, WriteSummary, deadline};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::utc;
use crate::warning::Warning;

/// Whether a class accepts anything, from now on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClosedState {
    /// Whether it is closed: nothing is accepted, whatever the deadlines say.
    pub closed: bool,
    /// Since when, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    pub at: Moment,
    /// How many students and teams may hand in something that counts once it is open, by their deadlines.
    pub before_deadline: usize,
    /// How many students and teams there are.
    pub of: usize,
    /// What the teacher should know.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for ClosedState {
    const NAME: &'static str = "class-close";
    const VERSION: u32 = 1;
}

/// Has a class accept nothing.
///
/// # Errors
/// If it is closed; or if its record cannot be written.
pub fn close(class: &OpenClass) -> Result<ClosedState, Error> {
    let recorded = class.write(|facts, _| match facts.closed() {
        Some(since) => Err(Error::input(format!("it is closed since {}", class.shown(since)))),
        None => Ok(vec![Event::Closed]),
    })?;
    Ok(ClosedState::of(class, &recorded))
}

/// Has a class accept something again. Deadlines are as they were.
///
/// # Errors
/// If it is not closed; or if its record cannot be written.
pub fn reopen(class: &OpenClass) -> Result<ClosedState, Error> {
    let recorded = class.write(|facts, _| match facts.closed() {
        Some(_) => Ok(vec![Event::Reopened]),
        None => Err(Error::input("it is not closed")),
    })?;
    Ok(ClosedState::of(class, &recorded))
}

impl ClosedState {
    fn of(class: &OpenClass, recorded: &WriteSummary) -> ClosedState {
        let facts = &recorded.facts;
        let contenders = facts.contenders();
        let is_before_deadline = |contender: &&Contender<'_>| {
            facts.inactive_since(contender).is_none()
                && recorded.at <= deadline(&class.plan, facts, contender).last
        };
        ClosedState {
            closed: facts.closed().is_some(),
            at: recorded.at,
            before_deadline: contenders.iter().filter(is_before_deadline).count(),
            of: contenders.len(),
            warnings: Warning::of(recorded),
        }
    }
}
