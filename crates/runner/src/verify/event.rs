//! Progress of a verification.

/// An event of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerificationEvent<'a> {
    /// The start positions of a stage are searched for again.
    FindingOpenings {
        /// The stage's name.
        name: &'a str,
        /// Number of positions found so far.
        found: u32,
        /// Number of positions needed.
        of: u32,
    },
    /// Matches were checked.
    Checked {
        /// Number of matches checked so far.
        matches: u64,
    },
}
