//! The first pairing of a bracket among those that are equal in all criteria.

use super::bracket::Bracket;
use super::fields::Fields;
use crate::matching::{Weighted, Wide};

/// A bracket being paired.
pub(super) struct Ordering<'a, const N: usize> {
    bracket: &'a Bracket,
    fields: &'a Fields<'a>,
    allows: &'a dyn Fn(usize, usize) -> bool,
    matching: Weighted<N>,
    pairs: Vec<(usize, usize)>,
}

/// Number of bits that the order needs below the criteria, for the given number of players.
pub(super) fn bits_below(size: usize) -> u32 {
    3 * bits(size) + 3
}

fn bits(size: usize) -> u32 {
    usize::BITS - size.leading_zeros()
}

impl<'a, const N: usize> Ordering<'a, N> {
    /// Creates the ordering; `None` if the rest of the round cannot be paired.
    pub(super) fn new(
        bracket: &'a Bracket,
        fields: &'a Fields<'a>,
        allows: &'a dyn Fn(usize, usize) -> bool,
        may_rest: impl Fn(usize) -> bool,
    ) -> Option<Ordering<'a, N>> {
        let required = |at: usize| bracket.is_whole && !may_rest(at);
        let weight = |one: usize, other: usize| weigh(bracket, fields, allows, one, other);
        let mut matching = Weighted::new(bracket.who.len(), required, weight);
        matching.solve().then_some(Ordering { bracket, fields, allows, matching, pairs: Vec::new() })
    }

    /// Number of players that are not paired.
    pub(super) fn unpaired(&self) -> usize {
        (0..self.bracket.who.len()).filter(|&at| self.matching.mate(at).is_none()).count()
    }

    /// The pairs of the bracket.
    ///
    /// # Source
    /// FIDE C.04.3 (2026), articles 3 and 4: first which of the players that came down are paired (4.4), then with whom
    /// (4.2), then which of the remainder are in its upper half (4.3), then who meets whom (4.2).
    pub(super) fn pairs(mut self, levels: &[(i64, usize)]) -> Vec<(usize, usize)> {
        let mut from = 0;
        for &(_, members) in levels {
            self.choose_who_is_paired(from..from + members);
            from += members;
        }
        for at in 0..self.bracket.came_down {
            if self.opponent(at).is_some() {
                let residents: Vec<usize> = (self.bracket.came_down..self.bracket.end).collect();
                self.pair_with_first_of(at, &residents);
            }
        }
        let taken: Vec<usize> = self.pairs.iter().map(|&(_, lower)| lower).collect();
        let mut rest: Vec<usize> = (self.bracket.came_down..self.bracket.end).collect();
        rest.retain(|at| !taken.contains(at));
        self.pair_remainder(&rest);
        self.pairs
    }

    fn weight(&self, one: usize, other: usize) -> Option<Wide<N>> {
        weigh(self.bracket, self.fields, self.allows, one, other)
    }

    /// The opponent in the bracket.
    fn opponent(&self, at: usize) -> Option<usize> {
        let is_resident = |&at: &usize| (self.bracket.came_down..self.bracket.end).contains(&at);
        let own = at < self.bracket.end;
        self.matching.mate(at).filter(|mate| own && (is_resident(mate) || (is_resident(&at) && *mate < at)))
    }

    /// Pairs, among the players that came down with equal points, the first ones that can be paired.
    fn choose_who_is_paired(&mut self, level: std::ops::Range<usize>) {
        let mut left = level.clone().filter(|&at| self.opponent(at).is_some()).count();
        if left == level.len() {
            return;
        }
        let residents = self.bracket.came_down..self.bracket.end;
        for at in level {
            if left > 0 && self.opponent(at).is_none() {
                self.weigh(at, |ordering, other| {
                    Some(ordering.weight(at, other)?.plus(unit(i64::from(residents.contains(&other)))))
                });
            }
            let is_paired = left > 0 && self.opponent(at).is_some();
            self.weigh(at, |ordering, other| {
                ordering.weight(at, other).filter(|_| residents.contains(&other) == is_paired)
            });
            if is_paired {
                left -= 1;
                self.matching.require(at);
            }
        }
    }

    fn weigh(&mut self, at: usize, weight: impl Fn(&Self, usize) -> Option<Wide<N>>) {
        let weights: Vec<Option<Wide<N>>> =
            (0..self.bracket.who.len()).map(|other| weight(self, other)).collect();
        self.matching.weigh(at, |other| weights[other]);
        self.matching.solve();
    }

    /// Pairs a player that must be paired with the first possible opponent.
    fn pair_with_first_of(&mut self, at: usize, others: &[usize]) {
        let Some(current) = self.matching.mate(at) else { return };
        let before = others.iter().take_while(|&&other| other != current);
        if before.copied().any(|other| self.matching.may_be_matched(at, other)) {
            let mut ranks = vec![0; self.bracket.who.len()];
            for (rank, &other) in (1..).zip(others.iter().rev()) {
                ranks[other] = rank;
            }
            self.weigh(at, |ordering, other| Some(ordering.weight(at, other)?.plus(unit(ranks[other]))));
        }
        if let Some(mate) = self.matching.mate(at) {
            self.pairs.push((at, mate));
            self.matching.take_out([at, mate]);
            self.matching.solve();
        }
    }

    /// Pairs the residents that do not meet a player that came down.
    fn pair_remainder(&mut self, rest: &[usize]) {
        let is_upper = |ordering: &Self, at: usize| ordering.opponent(at).is_some_and(|mate| mate > at);
        let half = rest.iter().filter(|&&at| is_upper(self, at)).count();
        let total = self.matching.total();
        let before = self.matching.clone();
        let mut upper = rest[..half].to_vec();
        self.split(rest, &upper);
        if !self.matching.solve() || self.matching.total() != total {
            self.matching = before;
            upper = self.exchange(rest, half);
            self.split(rest, &upper);
            self.matching.solve();
        }
        let lower: Vec<usize> = rest.iter().copied().filter(|at| !upper.contains(at)).collect();
        for at in upper {
            self.pair_with_first_of(at, &lower);
        }
    }

    /// Makes players of the upper half meet only players of the lower half.
    fn split(&mut self, rest: &[usize], upper: &[usize]) {
        let mut side = vec![None; self.bracket.who.len()];
        for &at in rest {
            side[at] = Some(false);
        }
        for &at in upper {
            side[at] = Some(true);
        }
        self.matching.restrict(|one, other| match (side[one], side[other]) {
            (Some(one), Some(other)) => one != other,
            (Some(upper), None) | (None, Some(upper)) => !upper,
            (None, None) => true,
        });
        for &at in upper {
            self.matching.require(at);
        }
    }

    /// Chooses the upper half if it cannot simply be the first half. Exchanges as few players as possible, with the
    /// least sum of places; then the last of the upper half against the first of the lower half.
    fn exchange(&mut self, rest: &[usize], half: usize) -> Vec<usize> {
        let mut place = vec![None; self.bracket.who.len()];
        for (index, &at) in rest.iter().enumerate() {
            place[at] = Some(index);
        }
        let sum_bits = 2 * bits(rest.len()) + 1;
        let exchanged = |one: usize, other: usize| -> Wide<N> {
            let (Some(one), Some(other)) = (place[one], place[other]) else { return Wide::ZERO };
            let first = one.min(other);
            Wide::at(i64::from(first < half), sum_bits).minus(Wide::at(first as i64, 1))
        };
        let (bracket, fields, allows) = (self.bracket, self.fields, self.allows);
        let weight = move |one: usize, other: usize| {
            Some(weigh(bracket, fields, allows, one, other)?.plus(exchanged(one, other)))
        };
        self.matching.weigh_all(weight);
        self.matching.solve();
        let is_upper = |ordering: &Self, at: usize| ordering.opponent(at).is_some_and(|mate| mate > at);
        let count = rest[..half].iter().filter(|&&at| !is_upper(self, at)).count();
        let is_above = |at: usize, other: usize| place[other].is_some() && other > at;
        let mut left = count;
        for &at in rest[..half].iter().rev() {
            if left == 0 {
                break;
            }
            if is_upper(self, at) {
                self.weigh(at, |_, other| {
                    Some(weight(at, other)?.minus(unit(i64::from(is_above(at, other)))))
                });
            }
            let stays = is_upper(self, at);
            self.weigh(at, |_, other| weight(at, other).filter(|_| is_above(at, other) == stays));
            left -= usize::from(!stays);
            if stays {
                self.matching.require(at);
            }
        }
        left = count;
        for &at in &rest[half..] {
            // The sum determines the last one.
            if left <= 1 {
                break;
            }
            if !is_upper(self, at) {
                self.weigh(at, |_, other| {
                    Some(weight(at, other)?.plus(unit(i64::from(is_above(at, other)))))
                });
            }
            let comes = is_upper(self, at);
            self.weigh(at, |_, other| weight(at, other).filter(|_| is_above(at, other) == comes));
            left -= usize::from(comes);
            if comes {
                self.matching.require(at);
            }
        }
        rest.iter().copied().filter(|&at| is_upper(self, at)).collect()
    }
}

/// A weight with the given count in its lowest place.
fn unit<const N: usize>(count: i64) -> Wide<N> {
    Wide::at(count, 0)
}

fn weigh<const N: usize>(
    bracket: &Bracket,
    fields: &Fields<'_>,
    allows: &dyn Fn(usize, usize) -> bool,
    one: usize,
    other: usize,
) -> Option<Wide<N>> {
    let (higher, lower) = (one.min(other), one.max(other));
    // Two players that came down do not meet: they would have been paired in the bracket they came from.
    (higher != lower && lower >= bracket.came_down && allows(higher, lower))
        .then(|| fields.weight(higher, lower))
}
