//! Engines. Results of different engines are not comparable.

use std::collections::BTreeSet;

use crate::{ClassPlan, Facts, Hash, Submission, standing};

/// Results of another engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherEngine<'f> {
    /// The fingerprint of that engine, or of the last of several.
    pub engine: &'f str,
    /// Number of such results among those of active versions.
    pub results: usize,
}

/// Returns the results of other engines: those of active versions that count, and the last of all results, runs
/// included. `None` if there are none.
pub fn other_engine<'f>(
    plan: &ClassPlan,
    facts: &'f Facts,
    is_other: &dyn Fn(&str) -> bool,
) -> Option<OtherEngine<'f>> {
    let contenders = facts.contenders();
    let active = contenders.iter().filter_map(|contender| standing(plan, facts, contender).active.ok());
    let modules =
        active.filter_map(|active| facts.submission(active.submission).and_then(Submission::module));
    // The same bytes are judged once.
    let modules: BTreeSet<Hash> = modules.collect();
    let stands = modules.into_iter().flat_map(|module| {
        let trial = facts.track_record().trial(&module).map(|tried| tried.engine.as_str());
        let judged = plan.requirements.iter().filter_map(move |requirement| {
            facts.track_record().judgement(&module, &requirement.name).map(|judged| judged.engine.as_str())
        });
        trial.into_iter().chain(judged)
    });
    let others: Vec<&str> = stands.filter(|engine| is_other(engine)).collect();
    let last = facts.track_record().last_engine().filter(|engine| is_other(engine));
    let engine = last.or(others.last().copied())?;
    Some(OtherEngine { engine, results: others.len() })
}
