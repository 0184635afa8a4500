//! The versions of a ledger's hashes, which differ in the fields that they cover.

/// The version of the hashes, one of the facts of a run. A run keeps the version with which it began, so its root
/// does not change when its tables are migrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hashing {
    /// Up to schema 5: covers neither the kind of run nor its game, no size classes, and no marks of logs.
    First,
    /// Covers everything.
    Second,
    /// The root commits to private data with salts, and proofs of single parts of a match are possible.
    Third,
}

impl Hashing {
    /// Name of the fact in `meta`.
    pub(crate) const FACT: &str = "hashing";
    /// The version for new runs.
    pub(crate) const NOW: Hashing = Hashing::Third;

    /// Returns the value of the fact.
    pub(crate) const fn number(self) -> &'static str {
        match self {
            Hashing::First => "1",
            Hashing::Second => "2",
            Hashing::Third => "3",
        }
    }

    /// Returns the version with the given value; `None` if there is none.
    pub(crate) fn numbered(number: &str) -> Option<Hashing> {
        [Hashing::First, Hashing::Second, Hashing::Third]
            .into_iter()
            .find(|hashing| hashing.number() == number)
    }
}
