//! Two works side by side.

use crate::print::{Print, in_common};
use crate::{Given, Kind, Part, Work};

/// The fewest fingerprints that functions have in common which are shown side by side, and the share of the smaller one.
const LEAST_OF_A_PART: usize = 6;
const SHARE_OF_A_PART: f64 = 0.5;
/// The most functions of a work that are compared one by one; those with most of their own.
const MOST_PARTS: usize = 1000;

/// A work without what is discounted.
#[derive(Clone, Debug)]
pub struct Own<'w> {
    work: &'w Work,
    prints: Vec<Print>,
    /// Of each of its functions.
    parts: Vec<Vec<Print>>,
}

/// How much of two works is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// Fingerprints that both have.
    pub both: usize,
    /// Fingerprints of the smaller one.
    pub smaller: usize,
}

/// A pair of works that is worth a teacher's look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The index of the one.
    pub one: usize,
    /// The index of the other, which is larger.
    pub other: usize,
    /// How much of them is the same.
    pub likeness: Likeness,
}

/// Two functions that have much in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match<'w> {
    /// The function of the one work.
    pub one: &'w Part,
    /// That of the other.
    pub other: &'w Part,
    /// How much of them is the same.
    pub likeness: Likeness,
}

impl Likeness {
    fn of(one: &[Print], other: &[Print]) -> Likeness {
        Likeness { both: in_common(one, other), smaller: one.len().min(other.len()) }
    }

    /// How much of the smaller one is in the other, from 0 to 1.
    pub fn share(&self) -> f64 {
        if self.smaller == 0 { 0.0 } else { self.both as f64 / self.smaller as f64 }
    }

    /// The lower end of the 95 % interval of the share, if fingerprints were drawn by chance: what a small work has in
    /// common with another says less.
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

    /// Whether works of a kind that are so much alike are worth a teacher's look.
    pub fn is_listed(&self, kind: Kind) -> bool {
        let threshold = kind.threshold();
        let share = if self.is_small(kind) { threshold.small } else { threshold.share };
        self.smaller >= threshold.least && self.certain_share() >= share
    }

    /// Whether the smaller work has so little of its own that what both have in common is less certain to say anything.
    pub fn is_small(&self, kind: Kind) -> bool {
        self.smaller < kind.threshold().sure
    }
}

impl<'w> Own<'w> {
    /// A work without what is discounted.
    pub fn of(work: &'w Work, given: &Given) -> Own<'w> {
        let parts = work.parts.iter().map(|part| given.without(part.prints())).collect();
        Own { work, prints: given.without(work.prints()), parts }
    }

    /// The work.
    pub fn work(&self) -> &'w Work {
        self.work
    }

    /// How many fingerprints are its own.
    pub fn size(&self) -> usize {
        self.prints.len()
    }

    /// Whether so much of it is its own that it can be compared.
    pub fn is_comparable(&self) -> bool {
        self.size() >= self.work.kind.threshold().least
    }

    /// How much of this and of another is the same. Works of different kinds have nothing in common.
    pub fn likeness(&self, other: &Own<'_>) -> Likeness {
        if self.work.kind == other.work.kind {
            Likeness::of(&self.prints, &other.prints)
        } else {
            Likeness { both: 0, smaller: self.size().min(other.size()) }
        }
    }

    /// The functions that have most in common, each of this work with the one of the other that is most like it, those
    /// with most in common first.
    pub fn matches(&self, other: &Own<'w>) -> Vec<Match<'w>> {
        let mut matches: Vec<Match<'w>> = Vec::new();
        let theirs = other.largest_parts();
        for (part, prints) in self.largest_parts() {
            let likenesses = theirs.iter().map(|(their, theirs)| Match {
                one: part,
                other: their,
                likeness: Likeness::of(prints, theirs),
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

    /// The functions that can have enough in common with others, the largest first, with what is their own.
    fn largest_parts(&self) -> Vec<(&'w Part, &[Print])> {
        let parts = self.work.parts.iter().zip(self.parts.iter().map(Vec::as_slice));
        let mut parts: Vec<_> = parts.filter(|(_, prints)| prints.len() >= LEAST_OF_A_PART).collect();
        parts.sort_by_key(|(_, prints)| std::cmp::Reverse(prints.len()));
        parts.truncate(MOST_PARTS);
        parts
    }
}

/// The pairs that are worth a teacher's look, the most alike first.
pub fn pairs(works: &[Own<'_>]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (one, left) in works.iter().enumerate() {
        for (other, right) in works.iter().enumerate().skip(one + 1) {
            let likeness = left.likeness(right);
            if left.work.kind == right.work.kind && likeness.is_listed(left.work.kind) {
                pairs.push(Pair { one, other, likeness });
            }
        }
    }
    pairs.sort_by(|a, b| {
        let by_share = b.likeness.share().total_cmp(&a.likeness.share());
        by_share.then(b.likeness.both.cmp(&a.likeness.both)).then((a.one, a.other).cmp(&(b.one, b.other)))
    });
    pairs
}
