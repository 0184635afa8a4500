//! Kinds of what is played.

use std::fmt;

use class::Order;
use classroom::WorkKind;

/// A kind of what is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlayKind {
    /// For students, as they hand in and ask.
    Work(WorkKind),
    /// Judging again, as the teacher ordered it.
    Rejudging,
    /// Tournaments and cycles of the ladder, as the teacher ordered them.
    Runs,
}

impl PlayKind {
    /// All of them.
    pub(crate) const ALL: [PlayKind; 5] = [
        PlayKind::Work(WorkKind::Validation),
        PlayKind::Work(WorkKind::Requirements),
        PlayKind::Work(WorkKind::Scrimmages),
        PlayKind::Rejudging,
        PlayKind::Runs,
    ];

    /// Which kind something is of that was ordered.
    pub(crate) fn of(order: &Order) -> PlayKind {
        match order {
            Order::Rejudgement => PlayKind::Rejudging,
            Order::Tournament { .. } | Order::Cycle { .. } | Order::Ruling { .. } => PlayKind::Runs,
        }
    }
}

impl fmt::Display for PlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayKind::Work(WorkKind::Validation) => "verdicts and trial matches",
            PlayKind::Work(WorkKind::Requirements) => "games of requirements",
            PlayKind::Work(WorkKind::Scrimmages) => "friendly games",
            PlayKind::Rejudging => "games that judge again",
            PlayKind::Runs => "tournaments",
        })
    }
}
