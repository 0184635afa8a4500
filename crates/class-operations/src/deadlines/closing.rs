//! Closing a class to all submissions regardless of deadlines, and reopening it.

use class_model::{Contender, Event, WriteSummary, deadline};
use explain::Error;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::warning::Warning;

/// The state of a class after closing or reopening it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClosedState {
    /// `true` if the class is closed and accepts nothing, regardless of deadlines.
    pub closed: bool,
    /// Time of the change, in UTC.
    pub at: Utc,
    /// Number of active students and teams whose deadline has not passed. Their submissions count while the class is
    /// open.
    pub before_deadline: usize,
    /// Total number of students and teams.
    pub of: usize,
    /// Warnings for the teacher.
    #[serde(skip)]
    pub warnings: Vec<Warning>,
}

impl Shape for ClosedState {
    const NAME: &'static str = "class-close";
    const VERSION: u32 = 1;
}

/// Closes a class: it accepts nothing.
///
/// # Errors
/// If the class is already closed, or its record cannot be written.
pub fn close(class: &OpenClass) -> Result<ClosedState, Error> {
    let recorded = class.write(|facts, _| match facts.closed() {
        Some(since) => Err(Error::input(format!("the class has been closed since {}", class.shown(since)))),
        None => Ok(vec![Event::Closed]),
    })?;
    Ok(ClosedState::new(class, &recorded))
}

/// Reopens a class. Deadlines are unchanged.
///
/// # Errors
/// If the class is not closed, or its record cannot be written.
pub fn reopen(class: &OpenClass) -> Result<ClosedState, Error> {
    let recorded = class.write(|facts, _| match facts.closed() {
        Some(_) => Ok(vec![Event::Reopened]),
        None => Err(Error::input("the class is not closed")),
    })?;
    Ok(ClosedState::new(class, &recorded))
}

impl ClosedState {
    fn new(class: &OpenClass, recorded: &WriteSummary) -> ClosedState {
        let facts = &recorded.facts;
        let contenders = facts.contenders();
        let is_before_deadline = |contender: &&Contender<'_>| {
            facts.inactive_since(contender).is_none()
                && recorded.at <= deadline(&class.plan, facts, contender).last
        };
        ClosedState {
            closed: facts.closed().is_some(),
            at: Utc(recorded.at),
            before_deadline: contenders.iter().filter(is_before_deadline).count(),
            of: contenders.len(),
            warnings: Warning::from_recorded(recorded),
        }
    }
}
