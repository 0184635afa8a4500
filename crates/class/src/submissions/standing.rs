//! Which version of a student or a team is active, and why, and which one has played in a run: pure functions of the facts
//! and the class's text.

use crate::{Admission, ClassPlan, Contender, Extension, Facts, Hash, Moment, Submission};

/// Until when versions of a student or a team count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnDeadline {
    /// The deadline of the section, or else of the class.
    pub regular: Moment,
    /// The section that has a deadline of its own.
    pub section: Option<String>,
    /// The deadline that an extension moved it to, where that is later.
    pub extended: Option<Moment>,
    /// Late days that may be used after that.
    pub late_days: u32,
    /// The last moment that counts, with all late days.
    pub last: Moment,
}

impl OwnDeadline {
    /// The deadline without late days.
    pub fn due(&self) -> Moment {
        self.extended.unwrap_or(self.regular)
    }
}

/// Where a student or a team stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Until when versions count.
    pub deadline: OwnDeadline,
    /// The version that is active, or why there is none.
    pub active: Result<Active, NoneActive>,
}

/// The active version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Active {
    /// The number of the submission.
    pub submission: u32,
    /// Why this one.
    pub why: WhyActive,
    /// Late days that it takes.
    pub late_days: u32,
}

/// Why a version is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyActive {
    /// It is the last one that was accepted in time.
    Last,
    /// It was chosen.
    Chosen {
        /// When.
        at: Moment,
    },
}

/// Why no version is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneActive {
    /// Nobody of the student or the team takes part.
    Inactive {
        /// Since when.
        since: Moment,
    },
    /// Nothing was handed in.
    Nothing,
    /// Nothing was handed in but files in an archive of a course system, which were not taken.
    TurnedAway,
    /// Nothing that was handed in was accepted.
    NoneAccepted,
    /// Nothing that was handed in was accepted so far, and some of it is undecided.
    Undecided,
    /// What was accepted was received after the last moment.
    Late {
        /// When the first one was received.
        received: Moment,
    },
}

/// The last moment that counts for a student or a team: the section's deadline or an extension, then late days.
pub fn deadline(plan: &ClassPlan, facts: &Facts, contender: &Contender<'_>) -> OwnDeadline {
    let own = contender.section.filter(|section| plan.section_deadline(section).is_some());
    let regular = own.and_then(|section| plan.section_deadline(section)).unwrap_or(plan.deadline).last(facts);
    let extended = facts.extension_of(contender).map(|extension| extension.until);
    let extended = extended.filter(|until| *until > regular);
    let last = plan.zone.days_after(extended.unwrap_or(regular), plan.late_days);
    OwnDeadline { regular, section: own.map(str::to_owned), extended, late_days: plan.late_days, last }
}

/// Late days that something takes that was received at this moment; `None` if it was received too late even for those.
pub fn late_days(plan: &ClassPlan, deadline: &OwnDeadline, received: Moment) -> Option<u32> {
    (0..=deadline.late_days).find(|days| received <= plan.zone.days_after(deadline.due(), *days))
}

/// Where a student or a team stands.
///
/// The active version is the last one that was accepted and received by the last moment that counts, or the one chosen
/// by then. A choice stands until another is made: what is handed in after it does not become active by itself. Whoever takes
/// no part has none.
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

/// Why none of what was handed in is active, if none of it was accepted in time.
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
