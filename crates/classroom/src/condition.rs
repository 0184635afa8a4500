//! What may be the matter with a student or a team, for a teacher who looks for those.

use class::{Contender, Facts, Hash, NoneActive, Reader, Standing, Submission, failing, late_days, seen_by};
use schemars::JsonSchema;
use serde::Serialize;

use crate::open_class::OpenClass;

/// What may be the matter with a student or a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Nothing was handed in.
    Missing,
    /// What was handed in last was refused.
    Refused,
    /// What was handed in last waits for a verdict.
    Undecided,
    /// What was handed in last was received after the deadline: it takes late days, or does not count.
    Late,
    /// The active version fails too often.
    Failing,
    /// Nobody of them takes part. Nothing else is the matter then.
    Inactive,
}

impl Condition {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Condition; 6] = [
        Condition::Missing,
        Condition::Refused,
        Condition::Undecided,
        Condition::Late,
        Condition::Failing,
        Condition::Inactive,
    ];

    /// The word by which a teacher asks for it.
    pub fn word(self) -> &'static str {
        match self {
            Condition::Missing => "missing",
            Condition::Refused => "refused",
            Condition::Undecided => "undecided",
            Condition::Late => "late",
            Condition::Failing => "failing",
            Condition::Inactive => "inactive",
        }
    }

    /// What is said of a student or team that it is true of.
    pub fn words(self) -> &'static str {
        match self {
            Condition::Missing => "nothing handed in",
            other => other.word(),
        }
    }

    /// What is the matter with a student or a team, in the order of [`Condition::ALL`], by the results that a reader may see;
    /// `None` for who sees all.
    pub(crate) fn of(
        class: &OpenClass,
        facts: &Facts,
        reader: Option<Reader>,
        contender: &Contender<'_>,
        standing: &Standing,
        submissions: &[(u32, &Submission)],
    ) -> Vec<Condition> {
        if facts.inactive_since(contender).is_some() {
            return vec![Condition::Inactive];
        }
        let last = submissions.last().map(|(_, submission)| *submission);
        let is_late = |one: &Submission| late_days(&class.plan, &standing.deadline, one.received) != Some(0);
        let is = |condition: &Condition| match condition {
            Condition::Missing => standing.active == Err(NoneActive::Nothing),
            Condition::Refused => last.is_some_and(|one| one.module().is_none() && !one.is_undecided()),
            Condition::Undecided => last.is_some_and(Submission::is_undecided),
            Condition::Late => last.is_some_and(is_late),
            Condition::Failing => active_module(facts, standing)
                .is_some_and(|module| is_seen_failing(class, facts, reader, &module)),
            Condition::Inactive => false,
        };
        Condition::ALL.into_iter().filter(is).collect()
    }
}

fn is_seen_failing(class: &OpenClass, facts: &Facts, reader: Option<Reader>, module: &Hash) -> bool {
    if class.plan.failing.is_none() {
        return false;
    }
    let is_failing = |facts: &Facts| failing(&class.plan, facts, module).is_some();
    match reader {
        None => is_failing(facts),
        Some(reader) => seen_by(&class.plan, facts, reader).is_some_and(|seen| is_failing(&seen)),
    }
}

fn active_module(facts: &Facts, standing: &Standing) -> Option<Hash> {
    facts.submission(standing.active.as_ref().ok()?.submission)?.module()
}
