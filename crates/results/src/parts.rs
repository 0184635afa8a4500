//! The parts of a run's results.

use crate::Extent;

/// The parts of a run's results that are computed. The stages with their tables and brackets always are; a part that is
/// left out is empty.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The part of the run that is read.
    pub extent: Extent,
    /// The ratings, the comparison of the seats, and the ratings after each round.
    pub ratings: bool,
    /// The counts over all matches, the failures, and the candidates for unusual events.
    pub census: bool,
    /// Maximum number of decisive matches that are listed.
    pub decisive: usize,
    /// The root of a complete run.
    pub root: bool,
}

impl Parts {
    /// Everything, with this number of decisive matches.
    pub fn all(decisive: usize) -> Parts {
        Parts { extent: Extent::WHOLE, ratings: true, census: true, decisive, root: true }
    }

    /// Nothing but the stages with their tables and brackets.
    pub const STANDINGS: Parts =
        Parts { extent: Extent::WHOLE, ratings: false, census: false, decisive: 0, root: false };
}
