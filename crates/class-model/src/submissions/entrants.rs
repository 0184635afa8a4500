//! The entrants of a class: the active version of each student and team.

use crate::{
    ClassPlan, Contender, Facts, Failing, Failures, Hash, Moment, NoneActive, Standing, Submission, standing,
};

/// The entrants of a class, and the students and teams without one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrants {
    /// The entrants, in the order in which they joined the class.
    pub playing: Vec<Entrant>,
    /// The students and teams without an entrant, by alias, with the reason.
    pub without: Vec<(String, WhyNotEntered)>,
    /// The entrants whose version failed too often, by alias.
    pub failing: Vec<(String, Failures)>,
    /// Aliases of students and teams whose active version may still change, because their deadline has not passed.
    pub open: Vec<String>,
}

/// The reason why a student or a team has no entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNotEntered {
    /// No version is active.
    NoneActive(NoneActive),
    /// The version failed too often, and the class pauses such versions.
    Paused(Failures),
}

/// An active version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The alias of the student or the team.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// The module.
    pub module: Hash,
}

/// Returns the entrants of some sections, or of the whole class if none is named.
pub fn entrants(plan: &ClassPlan, facts: &Facts, sections: &[String], now: Moment) -> Entrants {
    let mut entrants = Entrants::default();
    for contender in facts.contenders() {
        let is_named = |section: &str| sections.iter().any(|named| named == section);
        if !sections.is_empty() && !contender.section.is_some_and(is_named) {
            continue;
        }
        let standing = standing(plan, facts, &contender);
        let is_inactive = matches!(standing.active, Err(NoneActive::Inactive { .. }));
        if facts.closed().is_none() && !is_inactive && now <= standing.deadline.last {
            entrants.open.push(contender.alias.to_owned());
        }
        match entrant(plan, facts, &contender, &standing) {
            Ok(entrant) => {
                let failing = failing(plan, facts, &entrant.module);
                entrants.failing.extend(failing.map(|(failures, _)| (entrant.alias.clone(), failures)));
                entrants.playing.push(entrant);
            }
            Err(why) => entrants.without.push((contender.alias.to_owned(), why)),
        }
    }
    entrants
}

/// Returns the version with which a student or a team enters a tournament.
///
/// # Errors
/// If no version is active, or the class pauses it.
pub fn entrant(
    plan: &ClassPlan,
    facts: &Facts,
    contender: &Contender<'_>,
    standing: &Standing,
) -> Result<Entrant, WhyNotEntered> {
    let active = standing.active.as_ref().map_err(|why| WhyNotEntered::NoneActive(*why))?;
    let submission = active.submission;
    // An active version was accepted.
    let module = facts.submission(submission).and_then(Submission::module);
    let module = module.ok_or(WhyNotEntered::NoneActive(NoneActive::NoneAccepted))?;
    match failing(plan, facts, &module) {
        Some((failures, true)) => Err(WhyNotEntered::Paused(failures)),
        _ => Ok(Entrant { alias: contender.alias.to_owned(), submission, module }),
    }
}

/// Returns the failures of a module if there are too many for the class, and `true` if it is paused. Failures in
/// judging and in runs are counted separately, so that many games of requirements do not hide a bad run.
pub fn failing(plan: &ClassPlan, facts: &Facts, module: &Hash) -> Option<(Failures, bool)> {
    let Failing { percent, pause } = plan.failing?;
    let shown = facts.track_record();
    let too_often = [shown.failures_in_runs(module), shown.failures(module)];
    let failures = too_often.into_iter().find(|failures| failures.exceed(percent))?;
    Some((failures, pause))
}
