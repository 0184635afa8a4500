//! The minimum similarity of listed pairs.

use crate::Kind;

/// The minimum similarity of a pair of works for the teacher to compare.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The minimum certain share of the smaller work's own fingerprints that the other has, too.
    pub share: f64,
    /// The same for a small work, whose similarities may be chance.
    pub small: f64,
    /// Minimum number of own fingerprints for a work to be compared.
    pub least: usize,
    /// Minimum number of own fingerprints for a work not to be small.
    pub sure: usize,
}

impl Kind {
    /// Returns the threshold for works of this kind. The crate's README explains its choice, and the rates that it
    /// achieves.
    pub fn threshold(self) -> Threshold {
        match self {
            Kind::Module => Threshold { share: 0.26, small: 0.35, least: 8, sure: 20 },
            Kind::JavaScript => Threshold { share: 0.25, small: 0.25, least: 20, sure: 20 },
            Kind::Python => Threshold { share: 0.45, small: 0.45, least: 20, sure: 20 },
            // The threshold of scripts from when they were compared as written. It has not been measured for sources.
            Kind::Source(_) => Threshold { share: 0.66, small: 0.66, least: 20, sure: 20 },
        }
    }
}
