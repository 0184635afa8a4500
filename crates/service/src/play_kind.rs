//! Kinds of games to play.

use std::fmt;

use class_model::Order;
use class_operations::judging::WorkKind;

/// A kind of games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlayKind {
    /// Games for students, played as they hand in or request them.
    Work(WorkKind),
    /// Rejudging and verification, ordered by a teacher.
    Rejudging,
    /// Tournaments, cycles of the ladder and matches of rulings, ordered by a teacher.
    Runs,
}

impl PlayKind {
    /// All kinds.
    pub(crate) const ALL: [PlayKind; 5] = [
        PlayKind::Work(WorkKind::Validation),
        PlayKind::Work(WorkKind::Requirements),
        PlayKind::Work(WorkKind::Scrimmages),
        PlayKind::Rejudging,
        PlayKind::Runs,
    ];

    /// Returns the kind of an order.
    pub(crate) fn from_order(order: &Order) -> PlayKind {
        match order {
            Order::Rejudgement | Order::Verification { .. } => PlayKind::Rejudging,
            Order::Tournament { .. } | Order::Cycle { .. } | Order::Ruling { .. } => PlayKind::Runs,
        }
    }
}

impl fmt::Display for PlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayKind::Work(WorkKind::Validation) => "verdicts and trial matches",
            PlayKind::Work(WorkKind::Requirements) => "requirement games",
            PlayKind::Work(WorkKind::Scrimmages) => "friendly games",
            PlayKind::Rejudging => "re-judging and verification",
            PlayKind::Runs => "tournaments",
        })
    }
}
