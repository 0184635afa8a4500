//! Judging all active versions again: outdated results, and the changes that this would make.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{ClassPlan, Facts, Hash, Judgement, Requirement, Submission, Task, TrialSummary, standing};

/// New results of judging again, as a preview that can be applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejudgement {
    /// Trial matches.
    pub tried: Vec<TrialSummary>,
    /// Games of requirements.
    pub judged: Vec<Judgement>,
    /// Hash of the changes as they were shown.
    shown: Hash,
}

/// An active version's results for a requirement, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BadgeChange {
    /// The alias.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// The requirement's name.
    pub requirement: String,
    /// The earlier result.
    pub before: Option<Judgement>,
    /// The new result.
    pub after: Judgement,
}

/// The effect of a change on a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The requirement is met now.
    Gained,
    /// The requirement is no longer met.
    Lost,
    /// The badge is unchanged.
    Same,
}

impl BadgeChange {
    /// Returns the effect on the badge.
    pub fn effect(&self) -> Effect {
        match (self.before.as_ref().is_some_and(Judgement::is_met), self.after.is_met()) {
            (false, true) => Effect::Gained,
            (true, false) => Effect::Lost,
            _ => Effect::Same,
        }
    }
}

/// Returns the games that active versions have to play again: those played for another text of the requirement, or by
/// another engine. `key` returns the current key of a requirement.
pub fn outdated<'p>(
    plan: &'p ClassPlan,
    facts: &Facts,
    key: &dyn Fn(&Requirement) -> Hash,
    engine: &str,
) -> Vec<Task<'p>> {
    let mut seen = BTreeSet::new();
    let mut tasks = Vec::new();
    for (_, _, module) in active_versions(plan, facts) {
        if !seen.insert(module) {
            continue;
        }
        if facts.track_record().trial(&module).is_some_and(|tried| tried.engine != engine) {
            tasks.push(Task::Try { module });
        }
        for requirement in &plan.requirements {
            let judged = facts.track_record().judgement(&module, &requirement.name);
            if judged.is_some_and(|judged| judged.key != key(requirement) || judged.engine != engine) {
                tasks.push(Task::Judge { module, requirement });
            }
        }
    }
    tasks
}

impl Rejudgement {
    /// Builds a preview from new results.
    pub fn new(
        plan: &ClassPlan,
        facts: &Facts,
        tried: Vec<TrialSummary>,
        judged: Vec<Judgement>,
    ) -> Rejudgement {
        let mut rejudgement = Rejudgement { tried, judged, shown: Hash::digest(&[]) };
        rejudgement.shown = rejudgement.digest(plan, facts);
        rejudgement
    }

    /// Returns `true` if applying it makes exactly the changes that were shown.
    pub fn is_as_shown(&self, plan: &ClassPlan, facts: &Facts) -> bool {
        self.shown == self.digest(plan, facts)
    }

    /// Returns the changes, in the order of joining and of the class's text.
    pub fn changes(&self, plan: &ClassPlan, facts: &Facts) -> Vec<BadgeChange> {
        let mut judged: BTreeMap<(Hash, &str), &Judgement> = BTreeMap::new();
        for one in &self.judged {
            judged.entry((one.module, &one.requirement)).or_insert(one);
        }
        let mut changes = Vec::new();
        for (alias, submission, module) in active_versions(plan, facts) {
            for requirement in &plan.requirements {
                let Some(after) = judged.get(&(module, requirement.name.as_str())) else { continue };
                changes.push(BadgeChange {
                    alias: alias.clone(),
                    submission,
                    requirement: requirement.name.clone(),
                    before: facts.track_record().judgement(&module, &requirement.name).cloned(),
                    after: (*after).clone(),
                });
            }
        }
        changes
    }

    fn digest(&self, plan: &ClassPlan, facts: &Facts) -> Hash {
        Hash::digest(serde_json::json!([self.changes(plan, facts), self.tried]).to_string().as_bytes())
    }
}

/// Returns the active versions in the order of joining: alias, submission number and module.
pub fn active_versions(plan: &ClassPlan, facts: &Facts) -> Vec<(String, u32, Hash)> {
    let contenders = facts.contenders().into_iter();
    contenders
        .filter_map(|contender| {
            let submission = standing(plan, facts, &contender).active.ok()?.submission;
            let module = facts.submission(submission).and_then(Submission::module)?;
            Some((contender.alias.to_owned(), submission, module))
        })
        .collect()
}
