//! The versions that stop counting after a change of the teacher's text.

use crate::{ClassPlan, Facts, Failures, Hash, Moment, Standing, Submission, failing, standing};

/// A version that counts by the old text but not by the new one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Displacement {
    /// The alias of the student or the team.
    pub alias: String,
    /// The number of the submission.
    pub submission: u32,
    /// The reason.
    pub why: WhyDisplaced,
}

/// The reason why a version stops counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyDisplaced {
    /// It was handed in for another game.
    OtherGame,
    /// It was received after the new last moment, as were all other accepted versions.
    Late {
        /// Time of receipt.
        received: Moment,
        /// The last moment, late days included.
        last: Moment,
    },
    /// An earlier last moment makes another version active.
    Other {
        /// The number of that submission.
        submission: u32,
        /// The last moment, late days included.
        last: Moment,
    },
    /// It fails too often.
    Paused(Failures),
}

/// Returns the versions that count by `before` but not by `after`, in the order in which students and teams joined.
///
/// If no deadline moves forward, a newer version that replaces an older one is no loss, and is not listed.
pub fn displaced(before: &ClassPlan, after: &ClassPlan, facts: &Facts) -> Vec<Displacement> {
    let contenders = facts.contenders();
    let displaced = contenders.iter().filter_map(|contender| {
        let [old, new] = [before, after].map(|plan| standing(plan, facts, contender));
        let (submission, counted) = counting(before, facts, &old)?;
        let why = if before.game.name() == after.game.name() {
            why(after, facts, (&old, submission, counted), &new)?
        } else {
            WhyDisplaced::OtherGame
        };
        Some(Displacement { alias: contender.alias.to_owned(), submission, why })
    });
    displaced.collect()
}

fn why(
    after: &ClassPlan,
    facts: &Facts,
    (old, submission, counted): (&Standing, u32, &Submission),
    new: &Standing,
) -> Option<WhyDisplaced> {
    let last = new.deadline.last;
    let Ok(active) = &new.active else {
        return Some(WhyDisplaced::Late { received: counted.received, last });
    };
    let module = facts.submission(active.submission).and_then(Submission::module);
    if let Some(failures) = module.and_then(|module| paused(after, facts, &module)) {
        return Some(WhyDisplaced::Paused(failures));
    }
    let is_displaced = active.submission != submission && last < old.deadline.last;
    is_displaced.then_some(WhyDisplaced::Other { submission: active.submission, last })
}

/// Returns the version that plays.
fn counting<'f>(plan: &ClassPlan, facts: &'f Facts, standing: &Standing) -> Option<(u32, &'f Submission)> {
    let number = standing.active.as_ref().ok()?.submission;
    let submission = facts.submission(number)?;
    paused(plan, facts, &submission.module()?).is_none().then_some((number, submission))
}

fn paused(plan: &ClassPlan, facts: &Facts, module: &Hash) -> Option<Failures> {
    failing(plan, facts, module).filter(|(_, pause)| *pause).map(|(failures, _)| failures)
}
