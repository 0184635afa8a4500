//! The next step of a student or a team.

use class_model::{Admission, WhyNotEntered};

use crate::judging::VersionCheck;
use crate::status::ContenderStatus;

/// The next step of a student or a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep<'a> {
    /// None: submissions no longer count.
    Nothing,
    /// Hand in for the first time.
    HandIn,
    /// Fix and hand in the refused submission again.
    Mend,
    /// Wait for a verdict.
    AwaitVerdict,
    /// Meet these requirements, which the active version was judged by and missed.
    Meet(Vec<&'a str>),
    /// Improve the active version.
    Improve,
}

impl<'a> NextStep<'a> {
    /// Returns the next step of a student or team. `active` is the check of their active version, as far as they may
    /// see it.
    pub fn from_status(status: &ContenderStatus<'_>, active: Option<&VersionCheck<'a>>) -> NextStep<'a> {
        if !status.is_open() {
            return NextStep::Nothing;
        }
        if let Err(WhyNotEntered::Paused(_)) = status.entrant {
            return NextStep::Mend;
        }
        if status.standing.active.is_err() {
            return match status.submissions.last().map(|(_, last)| &last.admission) {
                None => NextStep::HandIn,
                Some(Admission::Undecided { .. }) => NextStep::AwaitVerdict,
                Some(Admission::Accepted { .. } | Admission::Refused { .. }) => NextStep::Mend,
            };
        }
        let badges = active.into_iter().flat_map(|version| &version.badges);
        let missed = badges.filter(|one| one.badge.judged.is_some() && !one.badge.is_met());
        let missed: Vec<&str> = missed.map(|one| &*one.badge.requirement.name).collect();
        if missed.is_empty() { NextStep::Improve } else { NextStep::Meet(missed) }
    }
}
