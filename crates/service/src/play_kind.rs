//! Kinds of what is played.

use std::fmt;

use classroom::WorkKind;

/// A kind of what is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PlayKind {
    /// For students, as they hand in and ask.
    Work(WorkKind),
    /// What the teacher ordered for the whole class.
    Orders,
}

impl PlayKind {
    /// All of them.
    pub(crate) const ALL: [PlayKind; 4] = [
        PlayKind::Work(WorkKind::Validation),
        PlayKind::Work(WorkKind::Requirements),
        PlayKind::Work(WorkKind::Scrimmages),
        PlayKind::Orders,
    ];
}

impl fmt::Display for PlayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayKind::Work(WorkKind::Validation) => "verdicts and trial matches",
            PlayKind::Work(WorkKind::Requirements) => "games of requirements",
            PlayKind::Work(WorkKind::Scrimmages) => "friendly games",
            PlayKind::Orders => "tournaments",
        })
    }
}
