//! Who plays: the active version of each student and team of a class.

use crate::{
    ClassPlan, Contender, Facts, Failing, Failures, Hash, Moment, NoneActive, Standing, Submission, standing,
};

/// Whoever has an active version, and who has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrants {
    /// Those who play, in the order in which they joined the class.
    pub playing: Vec<Entrant>,
    /// Those who do not play, by their aliases, and why.
    pub without: Vec<(String, Without)>,
    /// Those who play, and whose version has failed too often, by their aliases.
    pub failing: Vec<(String, Failures)>,
    /// Aliases of those whose active version may still change, because their last moment has not passed.
    pub open: Vec<String>,
}

/// Why somebody does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// No version is active.
    NoneActive(NoneActive),
    /// The version has failed too often, and the class pauses those.
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

/// Who plays for some sections, or for the whole class if none is named.
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

/// The version with which a student or a team that stands like this enters a tournament, or why there is none.
///
/// # Errors
/// When no version is active, or the class pauses it.
pub fn entrant(
    plan: &ClassPlan,
    facts: &Facts,
    contender: &Contender<'_>,
    standing: &Standing,
) -> Result<Entrant, Without> {
    let active = standing.active.as_ref().map_err(|why| Without::NoneActive(*why))?;
    let submission = active.submission;
    // An active version was accepted.
    let module = facts.submission(submission).and_then(Submission::module);
    let module = module.ok_or(Without::NoneActive(NoneActive::NoneAccepted))?;
    match failing(plan, facts, &module) {
        Some((failures, true)) => Err(Without::Paused(failures)),
        _ => Ok(Entrant { alias: contender.alias.to_owned(), submission, module }),
    }
}

/// How often a module has failed, if that is too often for the class, and whether it is paused. Where it has failed in
/// judging and in runs are looked at apart: many games of requirements do not make up for a run.
pub fn failing(plan: &ClassPlan, facts: &Facts, module: &Hash) -> Option<(Failures, bool)> {
    let Failing { percent, pause } = plan.failing?;
    let shown = facts.track_record();
    let too_often = [shown.failures_in_runs(module), shown.failures(module)];
    let failures = too_often.into_iter().find(|failures| failures.exceed(percent))?;
    Some((failures, pause))
}
