//! The parts of a run's results.

use crate::Extent;

/// The optional parts of a run's results. Parts that are not computed are empty.
#[derive(Clone, Copy, Debug)]
pub struct OptionalParts {
    /// The part of the run to read.
    pub extent: Extent,
    /// The ratings, the comparison of the seats, and the ratings after each round.
    pub ratings: bool,
    /// The counts over all matches, the failures, and the candidates for unusual events.
    pub census: bool,
    /// Maximum number of decisive matches to list.
    pub decisive: usize,
    /// The root of a complete run.
    pub root: bool,
}

impl OptionalParts {
    /// Returns all parts, with this maximum number of decisive matches.
    pub fn all(decisive: usize) -> OptionalParts {
        OptionalParts { extent: Extent::WHOLE, ratings: true, census: true, decisive, root: true }
    }

    /// Only the stages with their tables and brackets.
    pub const STANDINGS: OptionalParts =
        OptionalParts { extent: Extent::WHOLE, ratings: false, census: false, decisive: 0, root: false };
}
