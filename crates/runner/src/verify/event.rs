//! How far a verification is.

/// What a verification tells while it works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerificationEvent<'a> {
    /// The start positions of a stage are searched for again.
    FindingOpenings {
        /// The stage's name.
        name: &'a str,
        /// The number found so far.
        found: u32,
        /// The number needed.
        of: u32,
    },
    /// Matches were checked.
    Checked {
        /// The number checked so far.
        matches: u64,
    },
}
