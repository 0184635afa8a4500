//! Which version of whom an entrant of a run is.

use crate::{ClassPlan, Contender, Extension, Facts, Hash, OwnDeadline, Submission, late_days, standing};

/// The version with which a student or a team has played in a run, and what it took of the deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantVersion<'f> {
    /// The number of the submission.
    pub number: u32,
    /// The submission.
    pub submission: &'f Submission,
    /// Until when versions count.
    pub deadline: OwnDeadline,
    /// The extension that was given last.
    pub extension: Option<&'f Extension>,
    /// Late days that the version takes; `None` if it was received too late even for those.
    pub late_days: Option<u32>,
    /// Whether it is the active version now.
    pub is_active: bool,
}

/// The version of a student or a team that has this module; `None` if they have not handed it in. An entrant of a run is
/// whoever has its alias and its module: an alias may have become another's.
pub fn entrant_version<'f>(
    plan: &ClassPlan,
    facts: &'f Facts,
    contender: &Contender<'_>,
    module: &Hash,
) -> Option<EntrantVersion<'f>> {
    let standing = standing(plan, facts, contender);
    let active = standing.active.as_ref().ok().map(|active| active.submission);
    let deadline = standing.deadline;
    let same = facts.submissions_with(*module).filter(|(_, one)| contender.who.has_handed_in(one));
    // The same bytes may have been handed in again: the one that counts is what has played.
    let (number, submission) =
        same.max_by_key(|(number, one)| (Some(*number) == active, one.received <= deadline.last, *number))?;
    Some(EntrantVersion {
        number,
        submission,
        extension: facts.extension_of(contender),
        late_days: late_days(plan, &deadline, submission.received),
        is_active: Some(number) == active,
        deadline,
    })
}
