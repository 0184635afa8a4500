//! The queues of hand-ins to decide and matches to play.

use class_model::{Contender, ContenderId, Facts, Hash, Task, tasks, waiting};

use crate::open_class::{OpenClass, now};

/// A kind of queued work. Several kinds of a class may be processed at the same time, each by one worker at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkKind {
    /// Hand-ins without a verdict, and the trial matches of accepted ones.
    Validation,
    /// The games of requirements.
    Requirements,
    /// Requested friendly games.
    Scrimmages,
}

impl WorkKind {
    /// All kinds, in the order in which a single worker processes them.
    pub const ALL: [WorkKind; 3] = [WorkKind::Validation, WorkKind::Requirements, WorkKind::Scrimmages];

    pub(super) fn from_task(task: &Task<'_>) -> WorkKind {
        match task {
            Task::Try { .. } => WorkKind::Validation,
            Task::Judge { .. } => WorkKind::Requirements,
        }
    }
}

/// The place of a student or a team in the queue of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueuePlace {
    /// The kind.
    pub kind: WorkKind,
    /// Number of items of others before their first one.
    pub before: usize,
    /// Number of their own items.
    pub own: usize,
}

/// Returns the number of waiting items of a kind: hand-ins without a verdict and trial matches of a version, a
/// requirement of a version, or a request for friendly games.
pub fn count_waiting(class: &OpenClass, facts: &Facts, kind: WorkKind) -> usize {
    queue(class, facts, kind, &|_, _| false).len()
}

/// Returns the places of a student or a team in the queues that have items of theirs.
pub fn queue_places(class: &OpenClass, facts: &Facts, contender: &Contender<'_>) -> Vec<QueuePlace> {
    let has =
        |module: &Hash| facts.submissions_with(*module).any(|(_, one)| contender.who.has_handed_in(one));
    let is_own = |who: Option<&ContenderId>, module: Option<&Hash>| {
        who == Some(&contender.who) || module.is_some_and(has)
    };
    let places = WorkKind::ALL.into_iter().filter_map(|kind| {
        let queue = queue(class, facts, kind, &is_own);
        let before = queue.iter().position(|is_own| *is_own)?;
        Some(QueuePlace { kind, before, own: queue.iter().filter(|is_own| **is_own).count() })
    });
    places.collect()
}

/// Returns the queue of a kind in its order. Each item is the result of `is_own` for its owner or its module.
fn queue(
    class: &OpenClass,
    facts: &Facts,
    kind: WorkKind,
    is_own: &dyn Fn(Option<&ContenderId>, Option<&Hash>) -> bool,
) -> Vec<bool> {
    let mut queue = Vec::new();
    if kind == WorkKind::Validation {
        queue.extend(facts.undecided().map(|(_, one)| is_own(Some(&ContenderId::handed_in(one)), None)));
    }
    let tasks = tasks(&class.plan, facts);
    queue.extend(tasks.iter().filter(|task| WorkKind::from_task(task) == kind).map(|task| match task {
        Task::Try { module } | Task::Judge { module, .. } => is_own(None, Some(module)),
    }));
    if kind == WorkKind::Scrimmages {
        let waiting = waiting(facts, now(facts));
        queue.extend(waiting.iter().map(|(_, asked)| is_own(asked.what.who(facts).as_ref(), None)));
    }
    queue
}
