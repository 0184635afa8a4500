//! Badges: the requirements that a version meets, and the games still to be played for them.

use std::collections::BTreeSet;

use crate::{ClassPlan, Contender, Facts, Hash, Judgement, Requirement, Submission, standing};

/// A requirement and a version's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge<'a> {
    /// The requirement.
    pub requirement: &'a Requirement,
    /// The result; `None` until the version is judged.
    pub judged: Option<&'a Judgement>,
}

impl Badge<'_> {
    /// Returns `true` if the version was judged and meets the requirement.
    pub fn is_met(&self) -> bool {
        self.judged.is_some_and(Judgement::is_met)
    }
}

/// Games to be played for a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task<'p> {
    /// Trial matches.
    Try {
        /// The module.
        module: Hash,
    },
    /// The games of a requirement.
    Judge {
        /// The module.
        module: Hash,
        /// The requirement.
        requirement: &'p Requirement,
    },
}

/// Returns the badges of a module, in the order of the class's text.
pub fn badges<'a>(plan: &'a ClassPlan, facts: &'a Facts, module: &Hash) -> Vec<Badge<'a>> {
    let judged = |requirement: &Requirement| facts.track_record().judgement(module, &requirement.name);
    plan.requirements.iter().map(|requirement| Badge { requirement, judged: judged(requirement) }).collect()
}

/// Returns the versions of a student or a team to be tested: the active one, and the last accepted one. Each is a
/// submission's number and its module.
pub fn watched(plan: &ClassPlan, facts: &Facts, contender: &Contender<'_>) -> Vec<(u32, Hash)> {
    let accepted = |(number, one): (u32, &Submission)| Some((number, one.module()?, one.received));
    let active = standing(plan, facts, contender).active.ok();
    let active = active.and_then(|active| Some((active.submission, facts.submission(active.submission)?)));
    let last = facts.submissions_of(&contender.who).rev().find_map(accepted);
    let mut watched: Vec<_> = active.and_then(accepted).into_iter().chain(last).collect();
    watched.sort_unstable_by_key(|(number, _, received)| (*received, *number));
    watched.dedup();
    watched.into_iter().map(|(number, module, _)| (number, module)).collect()
}

/// Returns the open tasks. Trial matches come first, so that all students soon know whether their bot plays at all. A
/// module is judged once, however often it is handed in.
pub fn tasks<'p>(plan: &'p ClassPlan, facts: &Facts) -> Vec<Task<'p>> {
    let mut seen = BTreeSet::new();
    let contenders = facts.contenders();
    let versions = contenders.iter().flat_map(|contender| watched(plan, facts, contender));
    let mut versions: Vec<(u32, Hash)> = versions.collect();
    versions.sort_unstable_by_key(|(number, _)| *number);
    let modules: Vec<Hash> =
        versions.into_iter().map(|(_, module)| module).filter(|module| seen.insert(*module)).collect();
    let trials = modules.iter().filter(|module| facts.track_record().trial(module).is_none());
    let trials = trials.map(|module| Task::Try { module: *module });
    let judgements = modules.iter().flat_map(|module| {
        let open = plan
            .requirements
            .iter()
            .filter(|requirement| facts.track_record().judgement(module, &requirement.name).is_none());
        open.map(|requirement| Task::Judge { module: *module, requirement })
    });
    trials.chain(judgements).collect()
}
