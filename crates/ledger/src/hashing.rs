//! Which fields the hashes of a ledger cover.

/// The version of the hashes, which is one of the facts of a run. A run keeps the version that it began with, so that
/// its root does not change when its tables are migrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hashing {
    /// Up to schema 5: covers neither the kind of run nor its game, no size classes, and no marks of logs.
    First,
    /// Covers everything.
    Second,
    /// The root commits to what is private with salts, and every part of a match can be shown to be under it.
    Third,
}

impl Hashing {
    /// The name of the fact in `meta`.
    pub(crate) const FACT: &str = "hashing";
    /// The version for runs that begin now.
    pub(crate) const NOW: Hashing = Hashing::Third;

    /// The value of the fact.
    pub(crate) const fn number(self) -> &'static str {
        match self {
            Hashing::First => "1",
            Hashing::Second => "2",
            Hashing::Third => "3",
        }
    }

    /// The version with the given value, if there is one.
    pub(crate) fn numbered(number: &str) -> Option<Hashing> {
        [Hashing::First, Hashing::Second, Hashing::Third]
            .into_iter()
            .find(|hashing| hashing.number() == number)
    }
}
