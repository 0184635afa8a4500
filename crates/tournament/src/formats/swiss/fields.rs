//! Criteria of different rank combined in one number.

use crate::matching::Wide;

/// The count of a pair for a criterion, with the higher-ranked player first.
type Count<'a> = Box<dyn Fn(usize, usize) -> i64 + 'a>;

/// Criteria side by side in one number, the most important at its top. So sums over pairs compare like the criteria,
/// one after the other.
pub(super) struct Fields<'a> {
    /// Widths in bits and counts, most important first.
    list: Vec<(u32, Count<'a>)>,
    /// Bits below all criteria, for the order among pairings that are equal in all of them.
    below: u32,
    bits: u32,
}

impl<'a> Fields<'a> {
    /// Maximum number of bits: hundreds of score groups would have to meet in one bracket before the last criteria
    /// no longer fit.
    const MOST: u32 = 8100;

    pub(super) fn new(below: u32) -> Fields<'a> {
        Fields { list: Vec::new(), below, bits: below }
    }

    /// Adds a less important criterion whose total is at most `most` for any pairing, to either side of zero.
    pub(super) fn add(&mut self, most: usize, count: impl Fn(usize, usize) -> i64 + 'a) {
        let width = usize::BITS - most.leading_zeros();
        if width > 0 && self.bits + width <= Fields::MOST {
            self.bits += width;
            self.list.push((width, Box::new(count)));
        }
    }

    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The weight of a pair.
    pub(super) fn weight<const N: usize>(&self, higher: usize, lower: usize) -> Wide<N> {
        let mut weight = Wide::ZERO;
        let mut place = self.below;
        for (width, count) in self.list.iter().rev() {
            let count = count(higher, lower);
            if count != 0 {
                weight += Wide::at(count, place);
            }
            place += width;
        }
        weight
    }
}
