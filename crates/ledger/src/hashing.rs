//! What the hashes of a ledger are over.

/// A version of the hashes, among the facts of a run. A run keeps the one that it began with, so that its root stays
/// what it is when its tables are migrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hashing {
    /// Up to schema 5: neither what kind of run it is nor its game, no size classes, no marks of logs.
    First,
    /// All of it.
    Second,
}

impl Hashing {
    /// The name of the fact.
    pub(crate) const FACT: &str = "hashing";
    /// The one of runs that begin now.
    pub(crate) const NOW: Hashing = Hashing::Second;

    /// The fact's value.
    pub(crate) const fn number(self) -> &'static str {
        match self {
            Hashing::First => "1",
            Hashing::Second => "2",
        }
    }

    /// The version of a value.
    pub(crate) fn numbered(number: &str) -> Option<Hashing> {
        [Hashing::First, Hashing::Second].into_iter().find(|hashing| hashing.number() == number)
    }
}
