//! Whether a class accepts anything, whatever its deadlines say.

use class::{Event, Moment};
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
    Ok(ClosedState { closed: true, at: recorded.at, warnings: Warning::of(&recorded) })
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
    Ok(ClosedState { closed: false, at: recorded.at, warnings: Warning::of(&recorded) })
}
