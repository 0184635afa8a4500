//! The active version of a student or a team with the reason, and the version that played in a run: pure functions of
//! the facts and the class's text.

use crate::{Admission, ClassPlan, Contender, Extension, Facts, Hash, Moment, Submission};

/// The deadline of a student or a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnDeadline {
    /// The deadline of the section, or else of the class.
    pub regular: Moment,
    /// The section, if it has its own deadline.
    pub section: Option<String>,
    /// The deadline of an extension, if it is later.
    pub extended: Option<Moment>,
    /// Number of late days allowed after that.
    pub late_days: u32,
    /// The last moment that counts, with all late days.
    pub last: Moment,
}

impl OwnDeadline {
    /// Returns the deadline without late days.
    pub fn due(&self) -> Moment {
        self.extended.unwrap_or(self.regular)
    }
}

/// The state of a student or a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The deadline.
    pub deadline: OwnDeadline,
    /// The active version, or the reason why there is none.
    pub active: Result<Active, NoneActive>,
}

/// The active version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    /// The number of the submission.
    pub submission: u32,
    /// The reason.
    pub why: WhyActive,
    /// Number of late days that it uses.
    pub late_days: u32,
}

/// The reason why a version is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyActive {
    /// It is the last one that was accepted in time.
    Last,
    /// It was chosen.
    Chosen {
        /// Time of the choice.
        at: Moment,
    },
}

/// The reason why no version is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneActive {
    /// No member of the student or the team takes part.
    Inactive {
        /// Start of this state.
        since: Moment,
    },
    /// Nothing was handed in.
    Nothing,
    /// Only files from a course system were handed in, and they were rejected.
    TurnedAway,
    /// No submission was accepted.
    NoneAccepted,
    /// No submission was accepted so far, and some are undecided.
    Undecided,
    /// All accepted submissions were received after the deadline.
    Late {
        /// Time of receipt of the first one.
        received: Moment,
    },
}

/// Returns the deadline of a student or a team: the section's deadline or an extension, then late days.
pub fn deadline(plan: &ClassPlan, facts: &Facts, contender: &Contender<'_>) -> OwnDeadline {
    let own = contender.section.filter(|section| plan.section_deadline(section).is_some());
    let regular = own.and_then(|section| plan.section_deadline(section)).unwrap_or(plan.deadline).last(facts);
    let extended = facts.extension_of(contender).map(|extension| extension.until);
    let extended = extended.filter(|until| *until > regular);
    let last = plan.zone.days_after(extended.unwrap_or(regular), plan.late_days);
    OwnDeadline { regular, section: own.map(str::to_owned), extended, late_days: plan.late_days, last }
}

/// Returns the number of late days that a submission at this time uses; `None` if it is too late even for those.
pub fn late_days(plan: &ClassPlan, deadline: &OwnDeadline, received: Moment) -> Option<u32> {
    (0..=deadline.late_days).find(|days| received <= plan.zone.days_after(deadline.due(), *days))
}

/// Returns the state of a student or a team.
///
/// The active version is the last one that was accepted and received by the deadline, or the one chosen by then. A
/// choice stands until the next one: a later submission does not become active by itself. Students and teams that no
/// longer take part have no active version.
pub fn standing(plan: &ClassPlan, facts: &Facts, contender: &Contender<'_>) -> Standing {
    let deadline = deadline(plan, facts, contender);
    let active = active(plan, facts, contender, &deadline);
    Standing { deadline, active }
}

fn active(
    plan: &ClassPlan,
    facts: &Facts,
    contender: &Contender<'_>,
    deadline: &OwnDeadline,
) -> Result<Active, NoneActive> {
    if let Some(since) = facts.inactive_since(contender) {
        return Err(NoneActive::Inactive { since });
    }
    let own = || facts.submissions_of(&contender.who);
    let in_time = |(number, one): (u32, &Submission)| {
        one.module()?;
        (one.received <= deadline.last).then_some((number, one.received))
    };
    let choice = facts.choice_of(contender, deadline.last);
    let chosen = choice.and_then(|choice| {
        let number = choice.what.submission?;
        let one = facts.submission(number).filter(|one| contender.who.has_handed_in(one))?;
        let (number, received) = in_time((number, one))?;
        Some((number, received, WhyActive::Chosen { at: choice.at }))
    });
    let last = || {
        let (number, received) = own().rev().find_map(in_time)?;
        Some((number, received, WhyActive::Last))
    };
    let (submission, received, why) = chosen.or_else(last).ok_or_else(|| match none_in_time(own()) {
        NoneActive::Nothing if facts.turned_away(contender).is_some() => NoneActive::TurnedAway,
        none => none,
    })?;
    let late_days = late_days(plan, deadline, received).unwrap_or(deadline.late_days);
    Ok(Active { submission, why, late_days })
}

/// Returns the reason why no version is active, if none was accepted in time.
fn none_in_time<'f>(own: impl Iterator<Item = (u32, &'f Submission)>) -> NoneActive {
    let mut none = NoneActive::Nothing;
    for (_, one) in own {
        match one.admission {
            Admission::Accepted { .. } => return NoneActive::Late { received: one.received },
            Admission::Undecided { .. } => none = NoneActive::Undecided,
            Admission::Refused { .. } if none == NoneActive::Nothing => none = NoneActive::NoneAccepted,
            Admission::Refused { .. } => {}
        }
    }
    none
}

/// The version with which a student or a team played in a run, and its use of the deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantVersion<'f> {
    /// The number of the submission.
    pub number: u32,
    /// The submission.
    pub submission: &'f Submission,
    /// The deadline.
    pub deadline: OwnDeadline,
    /// The last extension.
    pub extension: Option<&'f Extension>,
    /// Number of late days that it uses; `None` if it is too late even for those.
    pub late_days: Option<u32>,
    /// `true` if it is the active version now.
    pub is_active: bool,
}

/// Returns the version of a student or a team with this module; `None` if they have not handed it in. An entrant of a
/// run is identified by both alias and module: an alias may have passed to another student.
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
    // The same bytes may have been handed in repeatedly: the one that counts is the one that played.
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
