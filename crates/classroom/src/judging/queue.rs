//! What waits to be decided and played, in the order in which it comes.

use class::{Contender, Facts, Hash, Task, Who, tasks, waiting};

use crate::open_class::{OpenClass, now};

/// A kind of what waits. Several kinds of a class may be played at the same time, each by one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkKind {
    /// Hand-ins for which no machine had a verdict, and the trial matches of those that were accepted.
    Validation,
    /// The games of requirements.
    Requirements,
    /// The friendly games that were asked for.
    Scrimmages,
}

impl WorkKind {
    /// All of them, in the order in which one who plays alone plays them.
    pub const ALL: [WorkKind; 3] = [WorkKind::Validation, WorkKind::Requirements, WorkKind::Scrimmages];

    pub(super) fn of(task: &Task<'_>) -> WorkKind {
        match task {
            Task::Try { .. } => WorkKind::Validation,
            Task::Judge { .. } => WorkKind::Requirements,
        }
    }
}

/// Where somebody is in the queue of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePlace {
    /// The kind.
    pub kind: WorkKind,
    /// How many things of others come before the first of their own.
    pub before: usize,
    /// How many of their own wait.
    pub own: usize,
}

/// How many things of a kind wait: hand-ins without a verdict and trial matches of a version, a requirement of a version, a
/// request for friendly games.
pub fn count_waiting(class: &OpenClass, facts: &Facts, kind: WorkKind) -> usize {
    queue(class, facts, kind, &|_, _| false).len()
}

/// Where a student or a team is in the queues in which something of theirs waits.
pub fn queue_places(class: &OpenClass, facts: &Facts, contender: &Contender<'_>) -> Vec<QueuePlace> {
    let has =
        |module: &Hash| facts.submissions_with(*module).any(|(_, one)| contender.who.has_handed_in(one));
    let is_own =
        |who: Option<&Who>, module: Option<&Hash>| who == Some(&contender.who) || module.is_some_and(has);
    let places = WorkKind::ALL.into_iter().filter_map(|kind| {
        let queue = queue(class, facts, kind, &is_own);
        let before = queue.iter().position(|is_own| *is_own)?;
        Some(QueuePlace { kind, before, own: queue.iter().filter(|is_own| **is_own).count() })
    });
    places.collect()
}

/// What waits of a kind in its order, as `is_own` says of who has it or of its module.
fn queue(
    class: &OpenClass,
    facts: &Facts,
    kind: WorkKind,
    is_own: &dyn Fn(Option<&Who>, Option<&Hash>) -> bool,
) -> Vec<bool> {
    let mut queue = Vec::new();
    if kind == WorkKind::Validation {
        queue.extend(facts.undecided().map(|(_, one)| is_own(Some(&Who::handed_in(one)), None)));
    }
    let tasks = tasks(&class.plan, facts);
    queue.extend(tasks.iter().filter(|task| WorkKind::of(task) == kind).map(|task| match task {
        Task::Try { module } | Task::Judge { module, .. } => is_own(None, Some(module)),
    }));
    if kind == WorkKind::Scrimmages {
        let waiting = waiting(facts, now(facts));
        queue.extend(waiting.iter().map(|(_, asked)| is_own(asked.what.who(facts).as_ref(), None)));
    }
    queue
}
