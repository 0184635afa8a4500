//! From what on a pair is listed.

use crate::Kind;

/// From what on a pair of works is worth a teacher's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The share of the smaller work's own fingerprints that the other certainly has, too.
    pub share: f64,
    /// The same where the smaller work is small: what less have in common may be chance.
    pub small: f64,
    /// The fewest fingerprints of its own with which a work is compared at all.
    pub least: usize,
    /// The fewest fingerprints of its own with which a work is not small.
    pub sure: usize,
}

impl Kind {
    /// The threshold for works of this kind. The crate's README says how it was found, and what it finds.
    pub fn threshold(self) -> Threshold {
        match self {
            Kind::Module => Threshold { share: 0.26, small: 0.35, least: 8, sure: 20 },
            Kind::JavaScript => Threshold { share: 0.25, small: 0.25, least: 20, sure: 20 },
            Kind::Python => Threshold { share: 0.45, small: 0.45, least: 20, sure: 20 },
            // What scripts had when they were compared as they were written; not measured with sources.
            Kind::Source(_) => Threshold { share: 0.66, small: 0.66, least: 20, sure: 20 },
        }
    }
}
