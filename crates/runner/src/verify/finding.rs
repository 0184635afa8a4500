//! What looking at one match again shows.

/// What looking at one match again shows, the better first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finding {
    /// The bots played it as recorded.
    Again,
    /// The rules make of what is recorded what is recorded; whether the bots did it, only the record says.
    ByRecord,
    /// A bot was slow by the record or is here, but not both; up to there all is as recorded.
    Unconfirmed(String),
    /// It is not as recorded.
    Different(String),
}
