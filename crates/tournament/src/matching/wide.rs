//! Integers of a fixed number of words, wide enough to hold many counts side by side.

use std::cmp::Ordering;
use std::ops::{AddAssign, SubAssign};

/// A signed integer of `N` words, least significant first, in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    pub(crate) const ZERO: Wide<N> = Wide([0; N]);

    /// Number of bits, including the sign.
    pub(crate) const BITS: u32 = u64::BITS * N as u32;

    /// `count` times two to the power of `bit`.
    pub(crate) fn at(count: i64, bit: u32) -> Wide<N> {
        let mut words = [if count < 0 { u64::MAX } else { 0 }; N];
        let (word, shift) = ((bit / u64::BITS) as usize, bit % u64::BITS);
        words[..word].fill(0);
        let shifted = i128::from(count) << shift;
        words[word] = shifted as u64;
        if let Some(next) = words.get_mut(word + 1) {
            *next = (shifted >> u64::BITS) as u64;
        }
        Wide(words)
    }

    pub(crate) fn is_zero(self) -> bool {
        self == Wide::ZERO
    }

    pub(crate) fn is_positive(self) -> bool {
        self > Wide::ZERO
    }

    /// Half of the number, rounded down.
    #[must_use]
    pub(crate) fn half(self) -> Wide<N> {
        let mut words = self.0;
        for index in 0..N {
            let above = match words.get(index + 1) {
                Some(above) => above << (u64::BITS - 1),
                None => words[index] & (1 << (u64::BITS - 1)),
            };
            words[index] = words[index] >> 1 | above;
        }
        Wide(words)
    }

    #[must_use]
    pub(crate) fn plus(mut self, other: Wide<N>) -> Wide<N> {
        self += other;
        self
    }

    #[must_use]
    pub(crate) fn minus(mut self, other: Wide<N>) -> Wide<N> {
        self -= other;
        self
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Wide<N>) {
        let mut carry = false;
        for (word, add) in self.0.iter_mut().zip(other.0) {
            let (sum, first) = word.overflowing_add(add);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, first || second);
        }
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Wide<N>) {
        let mut borrow = false;
        for (word, sub) in self.0.iter_mut().zip(other.0) {
            let (rest, first) = word.overflowing_sub(sub);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (rest, first || second);
        }
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Wide<N>) -> Ordering {
        let sign = |words: &[u64; N]| words[N - 1] as i64;
        let low = |words: &[u64; N]| *words;
        sign(&self.0)
            .cmp(&sign(&other.0))
            .then_with(|| low(&self.0).iter().rev().cmp(low(&other.0).iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Wide<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(number: i128) -> Wide<2> {
        Wide([number as u64, (number >> 64) as u64])
    }

    proptest! {
        #[test]
        fn it_counts_as_numbers_of_two_words_do(one in -(1i128 << 120)..1 << 120, other in -(1i128 << 120)..1 << 120) {
            prop_assert_eq!(wide(one).plus(wide(other)), wide(one + other));
            prop_assert_eq!(wide(one).minus(wide(other)), wide(one - other));
            prop_assert_eq!(wide(one).cmp(&wide(other)), one.cmp(&other));
            prop_assert_eq!(wide(one).half(), wide(one >> 1));
            prop_assert_eq!(wide(one).is_positive(), one > 0);
        }

        #[test]
        fn a_count_stands_where_it_was_put(count in -1_000_000i64..1_000_000, bit in 0u32..100) {
            prop_assert_eq!(Wide::<2>::at(count, bit), wide(i128::from(count) << bit));
        }
    }
}
