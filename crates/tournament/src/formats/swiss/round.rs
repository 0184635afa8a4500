//! Pairing a round, bracket by bracket.

use std::cmp::Reverse;

use game::Seat;

use super::absolute::{Absolute, Circumstances};
use super::bracket::Bracket;
use super::order::{Ordering, bits_below};
use super::player::Player;
use crate::matching::{Graph, Matching, Wide};

/// A round by the indices of its players.
#[derive(Debug)]
pub(super) struct PairedRound {
    /// The pairs, each with the player with the first seat first; the first-placed pairs first.
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) bye: Option<usize>,
}

/// Pairs a round of players in order of rank.
///
/// # Source
/// FIDE C.04.3 (2026), 1.9: bracket by bracket from the highest score down. The order of pairs is that of C.04.2.
pub(super) fn pair(players: &[Player], circumstances: Circumstances) -> PairedRound {
    let absolute = Absolute::new(players, circumstances);
    let round = Round { players, absolute: &absolute, circumstances };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for at in 0..players.len() {
        match groups.last_mut() {
            Some(group) if players[group[0]].score == players[at].score => group.push(at),
            _ => groups.push(vec![at]),
        }
    }
    let mut pairs = Vec::new();
    let mut down: Vec<usize> = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let below = LowerPlayers {
            next: groups.get(index + 1).map_or(&[], Vec::as_slice),
            rest: groups.get(index + 2..).unwrap_or_default().concat(),
        };
        let found = round.pair_bracket(&down, group, &below);
        let is_paired = |at: &usize| found.iter().any(|&(one, other)| one == *at || other == *at);
        down.extend(group);
        down.retain(|at| !is_paired(at));
        pairs.extend(found);
    }
    pairs.sort_by_key(|&(one, other)| {
        let scores = [players[one].score, players[other].score];
        (Reverse(scores[0].max(scores[1])), Reverse(scores[0] + scores[1]), one.min(other))
    });
    let seated = pairs.into_iter().map(|(one, other)| {
        let (higher, lower) = (one.min(other), one.max(other));
        match circumstances.seat_of(&players[higher], &players[lower]) {
            Seat::First => (higher, lower),
            Seat::Second => (lower, higher),
        }
    });
    PairedRound { pairs: seated.collect(), bye: down.first().copied() }
}

/// The players below a bracket.
struct LowerPlayers<'a> {
    /// The next score group.
    next: &'a [usize],
    /// All players below it.
    rest: Vec<usize>,
}

struct Round<'a> {
    players: &'a [Player],
    absolute: &'a Absolute<'a>,
    circumstances: Circumstances,
}

/// The part of the remaining round to consider when a bracket is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// Nothing: the rest comes out the same no matter which players go down.
    Bracket,
    /// The next bracket: the rest can be paired no matter which players go down from it.
    Next,
    /// All of it.
    Round,
}

impl Round<'_> {
    /// Pairs a bracket, considering as little of the rest of the round as leads to the same result.
    fn pair_bracket(&self, down: &[usize], group: &[usize], below: &LowerPlayers<'_>) -> Vec<(usize, usize)> {
        for sight in [Sight::Bracket, Sight::Next, Sight::Round] {
            if !self.is_enough(sight, down, group, below) {
                continue;
            }
            let is_all = below.next.is_empty();
            if down.is_empty()
                && (sight == Sight::Bracket || is_all)
                && let Some(pairs) = self.perfect_pairs(group, is_all)
            {
                return pairs;
            }
            if let Some(pairs) = self.pair_in_sight(sight, down, group, below) {
                return pairs;
            }
        }
        Vec::new()
    }

    /// The first candidate of a homogeneous bracket, if it meets every criterion no matter which player goes down: the
    /// upper half meets the lower half in order.
    ///
    /// # Source
    /// FIDE C.04.3 (2026), 3.4: a perfect candidate is accepted at once.
    fn perfect_pairs(&self, group: &[usize], is_last: bool) -> Option<Vec<(usize, usize)>> {
        let player = |at: usize| &self.players[at];
        let alike =
            |at: &usize| player(*at).floats == [None; 2] && player(*at).unplayed == player(group[0]).unplayed;
        let half = group.len() / 2;
        let rests = group.get(2 * half).is_none_or(|&last| !is_last || self.absolute.may_rest[last]);
        let pairs: Vec<(usize, usize)> =
            group.iter().copied().zip(group[half..].iter().copied()).take(half).collect();
        let is_perfect = |&(higher, lower): &(usize, usize)| {
            let seat = self.circumstances.seat_of(player(higher), player(lower));
            let is_due = |player: &Player, seat: Seat| player.preference().is_none_or(|due| due.seat == seat);
            self.absolute.graph.allows(higher, lower)
                && (!self.circumstances.seats_matter
                    || (is_due(player(higher), seat) && is_due(player(lower), seat.other())))
        };
        let can_be = self.absolute.can_be_kept && rests && group.iter().all(alike);
        (can_be && pairs.iter().all(is_perfect)).then_some(pairs)
    }

    fn pair_in_sight(
        &self,
        sight: Sight,
        down: &[usize],
        group: &[usize],
        below: &LowerPlayers<'_>,
    ) -> Option<Vec<(usize, usize)>> {
        let mut who = [down, group].concat();
        let end = who.len();
        if sight != Sight::Bracket {
            who.extend(below.next);
        }
        let next_end = who.len();
        if sight == Sight::Round {
            who.extend(&below.rest);
        }
        let bracket = Bracket {
            came_down: down.len(),
            end,
            next_end,
            is_whole: sight == Sight::Round,
            one_rests: self.one_rests(down, group, below),
            who,
        };
        let below_bits = bits_below(bracket.who.len());
        let bits = bracket.criteria(self.players, self.absolute, &self.circumstances, below_bits).bits();
        // Duals exceed the weights by at most the number of players considered.
        let bits = bits + 2 * below_bits;
        if bits < Wide::<2>::BITS {
            self.pair_as::<2>(&bracket, &below.rest)
        } else if bits < Wide::<4>::BITS {
            self.pair_as::<4>(&bracket, &below.rest)
        } else if bits < Wide::<16>::BITS {
            self.pair_as::<16>(&bracket, &below.rest)
        } else {
            self.pair_as::<130>(&bracket, &below.rest)
        }
    }

    fn pair_as<const N: usize>(&self, bracket: &Bracket, rest: &[usize]) -> Option<Vec<(usize, usize)>> {
        let fields =
            bracket.criteria(self.players, self.absolute, &self.circumstances, bits_below(bracket.who.len()));
        let allows =
            |one: usize, other: usize| self.absolute.graph.allows(bracket.who[one], bracket.who[other]);
        let may_rest = |at: usize| self.absolute.may_rest[bracket.who[at]];
        let ordering = Ordering::<N>::new(bracket, &fields, &allows, may_rest)?;
        if !bracket.is_whole
            && bracket.next_end > bracket.end
            && !self.are_free(ordering.unpaired(), &bracket.who, rest)
        {
            return None;
        }
        let pairs = ordering.pairs(&bracket.levels(self.players));
        Some(pairs.into_iter().map(|(one, other)| (bracket.who[one], bracket.who[other])).collect())
    }

    /// Returns `true` if the result for a bracket is known to be the same when only this part is considered.
    fn is_enough(&self, sight: Sight, down: &[usize], group: &[usize], below: &LowerPlayers<'_>) -> bool {
        let rests_below = |least: Option<&usize>| {
            self.absolute.bye_score.is_none_or(|bye| least.is_some_and(|&at| self.players[at].score > bye))
        };
        match sight {
            Sight::Round => true,
            _ if !self.absolute.can_be_kept || below.next.is_empty() || !rests_below(group.first()) => false,
            Sight::Next => !below.rest.is_empty() && rests_below(below.next.first()),
            Sight::Bracket => {
                let bracket = [down, group].concat();
                match self.least_down(&bracket, down.len()) {
                    0 => self.are_free(0, &[], &[below.next, &below.rest].concat()),
                    count => {
                        self.are_free(count, &bracket, below.next)
                            && (below.rest.is_empty()
                                || (rests_below(below.next.first())
                                    && self.are_free(1, below.next, &below.rest)))
                    }
                }
            }
        }
    }

    /// The minimum number of players that go down from a bracket when it is considered alone.
    fn least_down(&self, bracket: &[usize], came_down: usize) -> usize {
        let graph = self.graph_of(bracket, came_down);
        bracket.len() - 2 * Matching::new(&graph, (0..bracket.len()).collect()).size()
    }

    fn graph_of(&self, of: &[usize], came_down: usize) -> Graph {
        Graph::new(of.len(), |one, other| {
            one.max(other) >= came_down && self.absolute.graph.allows(of[one], of[other])
        })
    }

    /// Returns `true` if any `count` players of `above` can be paired with players of `within`, and the rest of
    /// `within` with each other. With an odd number, one player is left out, and it can be any of `within`.
    ///
    /// # Source
    /// Dirac 1952: if each vertex has edges to at least half of all, there is a cycle through all of them; every second
    /// edge of it is a pairing. One more edge allows for the player that is left out.
    fn are_free(&self, count: usize, above: &[usize], within: &[usize]) -> bool {
        let opponents = |&at: &usize| {
            within.iter().filter(|&&other| other != at && self.absolute.graph.allows(at, other)).count()
        };
        above.iter().chain(within).all(|at| 2 * opponents(at) >= count + within.len() + 2)
    }

    /// Returns `true` if exactly one player goes down from a bracket, and gets the bye.
    fn one_rests(&self, down: &[usize], group: &[usize], below: &LowerPlayers<'_>) -> bool {
        let has_come = self.absolute.bye_score.is_some_and(|bye| self.players[group[0]].score <= bye);
        let bracket = [down, group].concat();
        let others = [below.next, &below.rest].concat();
        if !has_come || bracket.len().is_multiple_of(2) || self.least_down(&others, 0) > 0 {
            return false;
        }
        let graph = self.graph_of(&bracket, down.len());
        let whole = Matching::new(&graph, (0..bracket.len()).collect());
        (0..bracket.len()).filter(|&at| self.absolute.may_rest[bracket[at]]).any(|at| {
            let mut rest = whole.clone();
            rest.take_out(at);
            rest.is_perfect()
        })
    }
}
