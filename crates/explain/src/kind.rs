//! What kind of error it is.

/// What kind of error it is, from which a command makes its exit code and a server its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// What was given is invalid: a file, a name, a position, a tournament.
    Input,
    /// What was named is not there.
    NotFound,
    /// It is there already, is another one, or is in use by somebody else.
    Conflict,
    /// It was understood, and the rules do not allow it: after a deadline, above a quota, against a freeze.
    Refused,
    /// A check or a verification failed, or a record is not what was written.
    Damaged,
    /// Another program is using what is needed; the same again helps.
    Busy,
    /// Nothing is decided: by a sequential test, or about a bot on this machine.
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

    /// The word for it, for programs.
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

    /// The kind of a word.
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
