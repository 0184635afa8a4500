//! Kinds of errors.

/// The kind of an error. A command derives its exit code from it, a server its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The input is invalid: a file, a name, a position, a tournament.
    Input,
    /// The named thing does not exist.
    NotFound,
    /// It already exists, differs, or is in use.
    Conflict,
    /// The rules do not allow it: after a deadline, above a quota, during a freeze.
    Refused,
    /// A check or a verification failed, or a record was altered.
    Damaged,
    /// Another program is using the resource; a retry helps.
    Busy,
    /// No decision was reached: by a sequential test, or about a bot on this machine.
    Undecided,
    /// A verification is inconclusive.
    Unconfirmed,
    /// A run is not complete and can be resumed.
    Incomplete,
    /// The host failed: a disk, a permission, memory.
    Host,
}

impl Kind {
    /// All kinds.
    const ALL: [Kind; 10] = [
        Kind::Input,
        Kind::NotFound,
        Kind::Conflict,
        Kind::Refused,
        Kind::Damaged,
        Kind::Busy,
        Kind::Undecided,
        Kind::Unconfirmed,
        Kind::Incomplete,
        Kind::Host,
    ];

    /// Returns the word for the kind, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::NotFound => "not-found",
            Kind::Conflict => "conflict",
            Kind::Refused => "refused",
            Kind::Damaged => "damaged",
            Kind::Busy => "busy",
            Kind::Undecided => "undecided",
            Kind::Unconfirmed => "unconfirmed",
            Kind::Incomplete => "incomplete",
            Kind::Host => "host",
        }
    }

    /// Returns the kind with this word; `None` if there is none.
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
