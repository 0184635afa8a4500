//! Who plays: the active version of each student and team of a class.

use crate::{ClassPlan, Facts, Failing, Failures, Hash, Moment, NoneActive, standing};

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
        let alias = contender.alias.to_owned();
        let is_inactive = matches!(standing.active, Err(NoneActive::Inactive { .. }));
        if facts.closed().is_none() && !is_inactive && now <= standing.deadline.last {
            entrants.open.push(alias.clone());
        }
        let module = |submission: u32| facts.submission(submission).and_then(crate::Submission::module);
        let (submission, module) =
            match standing.active.map(|active| (active.submission, module(active.submission))) {
                Ok((submission, Some(module))) => (submission, module),
                // An active version was accepted.
                Ok((_, None)) => {
                    entrants.without.push((alias, Without::NoneActive(NoneActive::NoneAccepted)));
                    continue;
                }
                Err(why) => {
                    entrants.without.push((alias, Without::NoneActive(why)));
                    continue;
                }
            };
        if let Some((failures, pause)) = failing(plan, facts, &module) {
            if pause {
                entrants.without.push((alias, Without::Paused(failures)));
                continue;
            }
            entrants.failing.push((alias.clone(), failures));
        }
        entrants.playing.push(Entrant { alias, submission, module });
    }
    entrants
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
