//! Comparison of two works.

use crate::fingerprint::{Fingerprint, in_common};
use crate::{Discounted, Kind, Part, Work};

/// Minimum number of shared fingerprints for two functions to be shown side by side, and their minimum share of the
/// smaller function.
const LEAST_OF_A_PART: usize = 6;
const SHARE_OF_A_PART: f64 = 0.5;
/// Maximum number of functions of a work that are compared individually, those with the most own fingerprints first.
const MOST_PARTS: usize = 1000;

/// A work without its discounted fingerprints.
#[derive(Clone, Debug)]
pub struct OwnFingerprints<'w> {
    work: &'w Work,
    prints: Vec<Fingerprint>,
    /// The fingerprints of each of its functions.
    parts: Vec<Vec<Fingerprint>>,
}

/// The similarity of two works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// Number of fingerprints that both have.
    pub both: usize,
    /// Number of fingerprints of the smaller one.
    pub smaller: usize,
}

/// A pair of works for the teacher to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkPair {
    /// The index of the first work.
    pub one: usize,
    /// The index of the second work, which is larger.
    pub other: usize,
    /// Their similarity.
    pub likeness: Likeness,
}

/// Two functions with much in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FunctionMatch<'w> {
    /// The function of the first work.
    pub one: &'w Part,
    /// The function of the second work.
    pub other: &'w Part,
    /// Their similarity.
    pub likeness: Likeness,
}

impl Likeness {
    fn between(one: &[Fingerprint], other: &[Fingerprint]) -> Likeness {
        Likeness { both: in_common(one, other), smaller: one.len().min(other.len()) }
    }

    /// Returns the share of the smaller one that is in the other, from 0 to 1.
    pub fn share(&self) -> f64 {
        if self.smaller == 0 { 0.0 } else { self.both as f64 / self.smaller as f64 }
    }

    /// Returns the lower end of the 95 % interval of the share, as if fingerprints were drawn at random. The share of a
    /// small work is less certain.
    ///
    /// # Source
    /// Wilson 1927.
    pub fn certain_share(&self) -> f64 {
        const Z: f64 = 1.959_964;
        if self.smaller == 0 {
            return 0.0;
        }
        let (n, share) = (self.smaller as f64, self.share());
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((middle - half) / (1.0 + Z * Z / n)).max(0.0)
    }

    /// Returns `true` if works of the kind are similar enough for the teacher to compare.
    pub fn is_listed(&self, kind: Kind) -> bool {
        let threshold = kind.threshold();
        let share = if self.is_small(kind) { threshold.small } else { threshold.share };
        self.smaller >= threshold.least && self.certain_share() >= share
    }

    /// Returns `true` if the smaller work is so small that shared fingerprints are weak evidence.
    pub fn is_small(&self, kind: Kind) -> bool {
        self.smaller < kind.threshold().sure
    }
}

impl<'w> OwnFingerprints<'w> {
    /// Removes the discounted fingerprints of a work.
    pub fn new(work: &'w Work, given: &Discounted) -> OwnFingerprints<'w> {
        let parts = work.parts.iter().map(|part| given.without(part.prints())).collect();
        OwnFingerprints { work, prints: given.without(work.prints()), parts }
    }

    /// Returns the number of its own fingerprints.
    pub fn size(&self) -> usize {
        self.prints.len()
    }

    /// Returns `true` if it has enough own fingerprints to be compared.
    pub fn is_comparable(&self) -> bool {
        self.size() >= self.work.kind.threshold().least
    }

    /// Returns the similarity of this work and another. Works of different kinds have nothing in common.
    pub fn likeness(&self, other: &OwnFingerprints<'_>) -> Likeness {
        if self.work.kind == other.work.kind {
            Likeness::between(&self.prints, &other.prints)
        } else {
            Likeness { both: 0, smaller: self.size().min(other.size()) }
        }
    }

    /// Returns the most similar functions, each of this work with the most similar one of the other work. The pairs
    /// with the most in common come first.
    pub fn matches(&self, other: &OwnFingerprints<'w>) -> Vec<FunctionMatch<'w>> {
        let mut matches: Vec<FunctionMatch<'w>> = Vec::new();
        let theirs = other.largest_parts();
        for (part, prints) in self.largest_parts() {
            let likenesses = theirs.iter().map(|(their, theirs)| FunctionMatch {
                one: part,
                other: their,
                likeness: Likeness::between(prints, theirs),
            });
            let best = likenesses.max_by(|one, other| {
                let by_share = one.likeness.share().total_cmp(&other.likeness.share());
                one.likeness.both.cmp(&other.likeness.both).then(by_share)
            });
            matches.extend(best.filter(|best| {
                best.likeness.both >= LEAST_OF_A_PART && best.likeness.share() >= SHARE_OF_A_PART
            }));
        }
        matches.sort_by_key(|found| std::cmp::Reverse(found.likeness.both));
        matches
    }

    /// Returns the functions that are large enough to match others, largest first, with their own fingerprints.
    fn largest_parts(&self) -> Vec<(&'w Part, &[Fingerprint])> {
        let parts = self.work.parts.iter().zip(self.parts.iter().map(Vec::as_slice));
        let mut parts: Vec<_> = parts.filter(|(_, prints)| prints.len() >= LEAST_OF_A_PART).collect();
        parts.sort_by_key(|(_, prints)| std::cmp::Reverse(prints.len()));
        parts.truncate(MOST_PARTS);
        parts
    }
}

/// Returns the pairs for the teacher to compare, most similar first.
pub fn pairs(works: &[OwnFingerprints<'_>]) -> Vec<WorkPair> {
    let mut pairs = Vec::new();
    for (one, left) in works.iter().enumerate() {
        for (other, right) in works.iter().enumerate().skip(one + 1) {
            let likeness = left.likeness(right);
            if left.work.kind == right.work.kind && likeness.is_listed(left.work.kind) {
                pairs.push(WorkPair { one, other, likeness });
            }
        }
    }
    pairs.sort_by(|a, b| {
        let by_share = b.likeness.share().total_cmp(&a.likeness.share());
        by_share.then(b.likeness.both.cmp(&a.likeness.both)).then((a.one, a.other).cmp(&(b.one, b.other)))
    });
    pairs
}
