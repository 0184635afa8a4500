//! Judging all active versions again: what is out of date, and what that would change.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::{ClassPlan, Facts, Hash, Judgement, Requirement, Submission, Task, TrialSummary, standing};

/// What was judged again, and what it changes: a preview that can be applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejudgement {
    /// Trial matches.
    pub tried: Vec<TrialSummary>,
    /// Games of requirements.
    pub judged: Vec<Judgement>,
    /// A hash over the changes as they were shown.
    shown: Hash,
}

/// What a student's or a team's active version has shown of a requirement, before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The alias.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// The requirement's name.
    pub requirement: String,
    /// What it had shown.
    pub before: Option<Judgement>,
    /// What it shows now.
    pub after: Judgement,
}

/// Whether a badge is won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is met now.
    Gained,
    /// It is no longer met.
    Lost,
    /// It is as before.
    Same,
}

impl Change {
    /// Whether the badge is won or lost.
    pub fn effect(&self) -> Effect {
        match (self.before.as_ref().is_some_and(Judgement::is_met), self.after.is_met()) {
            (false, true) => Effect::Gained,
            (true, false) => Effect::Lost,
            _ => Effect::Same,
        }
    }
}

/// What is to be played again for the active versions: what was played for another text of the requirement, or by another
/// engine. `key` is what the games of a requirement depend on now.
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
    /// From what was played again.
    pub fn new(
        plan: &ClassPlan,
        facts: &Facts,
        tried: Vec<TrialSummary>,
        judged: Vec<Judgement>,
    ) -> Rejudgement {
        let mut rejudgement = Rejudgement { tried, judged, shown: Hash::of(&[]) };
        rejudgement.shown = rejudgement.digest(plan, facts);
        rejudgement
    }

    /// Whether it changes what it did when it was made, and nothing else.
    pub fn is_as_shown(&self, plan: &ClassPlan, facts: &Facts) -> bool {
        self.shown == self.digest(plan, facts)
    }

    /// What it changes, in the order of joining and of the class's text.
    pub fn changes(&self, plan: &ClassPlan, facts: &Facts) -> Vec<Change> {
        let mut judged: BTreeMap<(Hash, &str), &Judgement> = BTreeMap::new();
        for one in &self.judged {
            judged.entry((one.module, &one.requirement)).or_insert(one);
        }
        let mut changes = Vec::new();
        for (alias, submission, module) in active_versions(plan, facts) {
            for requirement in &plan.requirements {
                let Some(after) = judged.get(&(module, requirement.name.as_str())) else { continue };
                changes.push(Change {
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
        Hash::of(serde_json::json!([self.changes(plan, facts), self.tried]).to_string().as_bytes())
    }
}

/// The active versions in the order of joining: the alias of each, the number of the submission and its module.
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
