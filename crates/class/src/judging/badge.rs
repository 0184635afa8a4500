//! Badges: which requirements a version meets, and what is still to be played for them.

use std::collections::BTreeSet;

use crate::{ClassPlan, Contender, Facts, Hash, Judgement, Requirement, Submission, standing};

/// A requirement and what a version has shown of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge<'a> {
    /// What is required.
    pub requirement: &'a Requirement,
    /// What the version has shown; `None` until it was judged.
    pub judged: Option<&'a Judgement>,
}

impl Badge<'_> {
    /// Whether it was judged and has what is required.
    pub fn is_met(&self) -> bool {
        self.judged.is_some_and(Judgement::is_met)
    }
}

/// Games that wait to be played for a module.
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
        /// What is required.
        requirement: &'p Requirement,
    },
}

/// The badges of a module, in the order of the class's text.
pub fn badges<'a>(plan: &'a ClassPlan, facts: &'a Facts, module: &Hash) -> Vec<Badge<'a>> {
    let judged = |requirement: &Requirement| facts.track_record().judgement(module, &requirement.name);
    plan.requirements.iter().map(|requirement| Badge { requirement, judged: judged(requirement) }).collect()
}

/// The versions of a student or a team that are looked at: the active one, and the last one that was accepted. Each is a
/// number of a submission and its module.
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

/// What waits to be played: trial matches first, so that everybody soon knows whether their bot plays at all. A module is
/// judged once, whoever hands it in and however often.
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
