//! Pairing a round: who has the bye, who goes down, who meets whom.

use std::cmp::Reverse;

use super::player::{Float, Player};
use crate::matching::{Graph, Matching};

/// A round by the indices of its players.
pub(super) struct Drawn {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) bye: Option<usize>,
}

/// Pairs a round; the players stand in their order, the first-placed first.
pub(super) fn pair(players: &[Player]) -> Drawn {
    let fresh = Graph::new(players.len(), |one, other| players[one].times_met(&players[other]) == 0);
    let balanced = Graph::new(players.len(), |one, other| {
        fresh.allows(one, other) && !players[one].cannot_share_seats(&players[other])
    });
    let (whole, graph, bye) = begin(players, &fresh, &balanced);
    let mut round = Pairer { players, graph, whole, pairs: Vec::new() };
    let waiting: Vec<usize> = (0..players.len()).filter(|&player| Some(player) != bye).collect();
    let mut down = Vec::new();
    for group in waiting.chunk_by(|&one, &other| players[one].score == players[other].score) {
        let bracket: Vec<usize> = down.into_iter().chain(group.iter().copied()).collect();
        down = round.pair_bracket(&bracket);
    }
    round.pair_again(down);
    Drawn { pairs: round.pairs, bye }
}

/// The greatest matching to hold on to, the graph it is in, and who has the bye.
fn begin<'a>(
    players: &[Player],
    fresh: &'a Graph,
    balanced: &'a Graph,
) -> (Matching<'a>, &'a Graph, Option<usize>) {
    let everybody: Vec<usize> = (0..players.len()).collect();
    let matchings = [balanced, fresh].map(|graph| (Matching::new(graph, everybody.clone()), graph));
    if players.len().is_multiple_of(2) {
        let [balanced, fresh] = matchings;
        let (matching, graph) = if balanced.0.is_perfect() { balanced } else { fresh };
        return (matching, graph, None);
    }
    let mut candidates = everybody;
    candidates.sort_by_key(|&at| (players[at].byes, readiness_to_go_down(players, at)));
    for class in candidates.chunk_by(|&one, &other| players[one].byes == players[other].byes) {
        for (matching, graph) in &matchings {
            for &player in class {
                let mut rest = matching.clone();
                rest.take_out(player);
                if rest.is_perfect() {
                    return (rest, graph, Some(player));
                }
            }
        }
    }
    let [_, (mut matching, graph)] = matchings;
    let bye = candidates.first().copied();
    if let Some(bye) = bye {
        matching.take_out(bye);
    }
    (matching, graph, bye)
}

/// A round being paired.
#[derive(Clone)]
struct Pairer<'a> {
    players: &'a [Player],
    graph: &'a Graph,
    /// A greatest matching of all who are not paired yet. It stays as great as it was, so nothing that is decided
    /// above can force a second meeting below.
    whole: Matching<'a>,
    pairs: Vec<(usize, usize)>,
}

impl Pairer<'_> {
    /// Pairs a bracket, those who came down first; returns who goes down.
    fn pair_bracket(&mut self, bracket: &[usize]) -> Vec<usize> {
        let mut plain = self.clone();
        let down = plain.pair_all(bracket, Vec::new());
        let again = self.down_again(&down);
        if again != [0; 2] {
            let mut chosen = self.clone();
            let left_over = self.leave_over(bracket);
            let other = chosen.pair_all(bracket, left_over);
            if (other.len(), self.down_again(&other)) < (down.len(), again) {
                *self = chosen;
                return other;
            }
        }
        *self = plain;
        down
    }

    /// How many of these went down in the last round, and in the one before.
    fn down_again(&self, down: &[usize]) -> [usize; 2] {
        let again =
            |ago: usize| down.iter().filter(|&&at| self.players[at].floated(Float::Down)[ago]).count();
        [again(0), again(1)]
    }

    /// Pairs a bracket but for those who go `down`; returns these and for whom nobody was left.
    fn pair_all(&mut self, bracket: &[usize], mut down: Vec<usize>) -> Vec<usize> {
        let mut left = bracket.to_vec();
        left.retain(|player| !down.contains(player));
        let mut inner = Matching::new(self.graph, left.clone());
        let group_score = bracket.last().map_or(0, |&player| self.players[player].score);
        while !left.is_empty() {
            let player = left.remove(0);
            let came_down = self.players[player].score > group_score;
            let found = self
                .opponents(player, &left, if came_down { 0 } else { inner.size().saturating_sub(1) })
                .into_iter()
                .find(|&other| self.take(&mut inner, player, other));
            if let Some(other) = found {
                left.retain(|&someone| someone != other);
                self.pairs.push((player, other));
            } else {
                inner.take_out(player);
                down.push(player);
            }
        }
        down.sort_unstable();
        down
    }

    /// Those of a bracket who cannot all be paired in it and had best go down.
    ///
    /// The sets that greatest matchings leave out are those of a matroid, so that to take the first who can be left
    /// out, one after the other, is the best choice. The last of them is taken only if all who are then outside of
    /// the bracket can be paired as well as before; where nobody is such a last one, it is seen when pairs are made.
    fn leave_over(&self, bracket: &[usize]) -> Vec<usize> {
        let mut inner = Matching::new(self.graph, bracket.to_vec());
        let mut outside: Vec<usize> = self.whole.vertices().to_vec();
        outside.retain(|player| !bracket.contains(player));
        let over = bracket.len() - 2 * inner.size();
        let mut down = Vec::new();
        if outside.is_empty() {
            return down;
        }
        let mut candidates = bracket.to_vec();
        candidates.sort_by_key(|&at| readiness_to_go_down(self.players, at));
        for player in candidates {
            if down.len() == over {
                break;
            }
            let mut rest = inner.clone();
            rest.take_out(player);
            if rest.size() < inner.size() {
                continue;
            }
            outside.push(player);
            let to_come = over - down.len() - 1;
            let pairs = rest.size() + Matching::new(self.graph, outside.clone()).size() + to_come;
            if pairs < self.whole.size() {
                outside.pop();
                continue;
            }
            inner = rest;
            down.push(player);
        }
        down
    }

    /// Makes a pair if as many pairs as before can be made of the others, in the bracket and in all.
    fn take(&mut self, inner: &mut Matching<'_>, player: usize, other: usize) -> bool {
        let before = self.whole.clone();
        if !self.whole.take_pair(player, other) {
            return false;
        }
        let fits = inner.take_pair(player, other);
        if !fits {
            self.whole = before;
        }
        fits
    }

    /// The possible opponents of the first of a bracket, the best first: from `half` on down, then up.
    fn opponents(&self, player: usize, left: &[usize], half: usize) -> Vec<usize> {
        let group_score = left.last().map(|&other| self.players[other].score);
        let half = half.min(left.len());
        // Who came down as well is no opponent to look for first.
        let (upper, lower) = left.split_at(half);
        let mut order: Vec<usize> = lower.iter().chain(upper.iter().rev()).copied().collect();
        order.retain(|&other| self.graph.allows(player, other));
        let own = &self.players[player];
        order.sort_by_key(|&other| {
            let other = &self.players[other];
            let came_down = Some(other.score) != group_score;
            let comes_up = other.score < own.score;
            let again = if comes_up { other.floated(Float::Up) } else { [false; 2] };
            (own.is_due_same_seat(other), came_down, again)
        });
        order
    }

    /// Pairs those for whom there is no new opponent: with whom they have met least often, then the nearest.
    fn pair_again(&mut self, mut left: Vec<usize>) {
        while left.len() >= 2 {
            let player = left.remove(0);
            let times = |&index: &usize| self.players[player].times_met(&self.players[left[index]]);
            let nearest = (0..left.len()).min_by_key(times).unwrap_or(0);
            let other = left.remove(nearest);
            self.pairs.push((player, other));
        }
    }
}

/// The order in which players go down, or rest: the smallest first.
fn readiness_to_go_down(players: &[Player], at: usize) -> impl Ord + use<> {
    (players[at].score, players[at].floated(Float::Down), Reverse(at))
}

#[cfg(test)]
mod tests {
    use game::Dice;
    use proptest::prelude::*;

    use super::*;
    use crate::EntrantId;

    /// Players by score and balance, the first-placed first.
    fn players(of: &[(i64, i32)]) -> Vec<Player> {
        let player =
            |(number, &(score, balance))| Player { balance, ..Player::new(EntrantId(number), score) };
        (0..).zip(of).map(player).collect()
    }

    #[test]
    fn the_upper_half_meets_the_lower_half_in_order() {
        let drawn = pair(&players(&[(0, 0); 10]));
        assert_eq!(drawn.pairs, [(0, 5), (1, 6), (2, 7), (3, 8), (4, 9)]);
    }

    #[test]
    fn the_last_of_an_odd_group_goes_down_to_the_best_of_the_next() {
        let drawn = pair(&players(&[(2, 0), (2, 0), (2, 0), (1, 0), (1, 0), (1, 0), (0, 0)]));
        assert_eq!(drawn.pairs, [(0, 1), (2, 3), (4, 5)]);
        assert_eq!(drawn.bye, Some(6));
    }

    #[test]
    fn score_groups_are_left_rather_than_a_seat_taken_for_the_third_time() {
        let mut drawn = pair(&players(&[(2, 2), (2, 2), (1, -2), (1, -2)]));
        drawn.pairs.sort_unstable();
        assert_eq!(drawn.pairs, [(0, 2), (1, 3)]);
        // Once more than the other is only a wish.
        let mut drawn = pair(&players(&[(2, 1), (2, 1), (1, -1), (1, -1)]));
        drawn.pairs.sort_unstable();
        assert_eq!(drawn.pairs, [(0, 1), (2, 3)]);
    }

    #[test]
    fn a_group_is_paired_otherwise_when_the_rest_could_not_be_paired() {
        // 0 is to meet 2, but then 1 and 3 would be left, who have met.
        let mut four = players(&[(0, 0); 4]);
        four[1].met.insert(EntrantId(3), 1);
        four[3].met.insert(EntrantId(1), 1);
        let mut drawn = pair(&four);
        drawn.pairs.sort_unstable();
        assert_eq!(drawn.pairs, [(0, 3), (1, 2)]);
    }

    /// The pairs of a round, each from the higher-placed.
    fn pairs(players: &[Player]) -> Vec<(usize, usize)> {
        let mut pairs: Vec<_> = pair(players).pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn nobody_goes_down_or_comes_up_again_while_another_can() {
        let mut six = players(&[(2, 0), (2, 0), (2, 0), (1, 0), (1, 0), (1, 0)]);
        assert_eq!(pairs(&six), [(0, 1), (2, 3), (4, 5)]);
        six[2].floats = [Some(Float::Down), None];
        assert_eq!(pairs(&six), [(0, 2), (1, 3), (4, 5)]);
        six[3].floats = [Some(Float::Up), None];
        assert_eq!(pairs(&six), [(0, 2), (1, 4), (3, 5)]);
        // The last round before the one before it.
        six[1].floats = [None, Some(Float::Down)];
        six[4].floats = [None, Some(Float::Up)];
        six[5].floats = [Some(Float::Up), None];
        six[0].floats = [Some(Float::Down), Some(Float::Down)];
        assert_eq!(pairs(&six), [(0, 2), (1, 4), (3, 5)]);
        // To have come up is no reason not to go down.
        six[2].floats = [Some(Float::Up), Some(Float::Up)];
        assert_eq!(pairs(&six), [(0, 1), (2, 4), (3, 5)]);
    }

    #[test]
    fn seats_come_before_who_came_up() {
        let mut four = players(&[(2, 1), (1, 1), (1, -1), (0, -1)]);
        four[2].floats = [Some(Float::Up), None];
        assert_eq!(pairs(&four), [(0, 2), (1, 3)]);
        four[1].balance = -1;
        assert_eq!(pairs(&four), [(0, 1), (2, 3)]);
    }

    #[test]
    fn who_went_down_has_the_bye_after_those_with_as_many_points() {
        let mut five = players(&[(2, 0), (2, 0), (1, 0), (1, 0), (1, 0)]);
        five[4].floats = [Some(Float::Down), None];
        five[3].floats = [None, Some(Float::Down)];
        assert_eq!(pair(&five).bye, Some(2));
        five[2].byes = 1;
        assert_eq!(pair(&five).bye, Some(3));
        five[3].byes = 1;
        five[4].byes = 1;
        assert_eq!(pair(&five).bye, Some(1), "nobody has a second one while another has none");
    }

    /// A Swiss of players of whom those with the smaller number win more often.
    struct Played {
        players: Vec<Player>,
        /// How often somebody floated the same way as in the round before, and as in the one before that.
        again: [u32; 2],
        /// How often it would have been had nobody known of floats in the round.
        blind: [u32; 2],
    }

    fn play(entrants: u32, rounds: u32, seed: u64) -> Played {
        let mut dice = Dice::from_number(seed);
        let mut players: Vec<Player> = (0..entrants).map(|id| Player::new(EntrantId(id), 0)).collect();
        let (mut again, mut blind) = ([0; 2], [0; 2]);
        for _ in 0..rounds {
            players.sort_by_key(|player| (Reverse(player.score), player.entrant));
            let drawn = pair(&players);
            check_rematches(&players, &drawn);
            add(&mut again, &players, &drawn);
            let forgetful: Vec<Player> =
                players.iter().map(|player| Player { floats: [None; 2], ..player.clone() }).collect();
            add(&mut blind, &players, &pair(&forgetful));
            for (at, float) in floats(&players, &drawn) {
                players[at].floats = [float, players[at].floats[0]];
            }
            for (one, other) in drawn.pairs {
                let (first, second) = if players[one].sits_first(&players[other], || true) {
                    (one, other)
                } else {
                    (other, one)
                };
                for (own, against, step) in [(first, second, 1), (second, first, -1)] {
                    let entrant = players[against].entrant;
                    let player = &mut players[own];
                    *player.met.entry(entrant).or_default() += 1;
                    player.balance += step;
                    player.last = step;
                }
                let better = players[one].entrant < players[other].entrant;
                match dice.below(6) {
                    0 | 1 => {
                        players[one].score += 1;
                        players[other].score += 1;
                    }
                    2 => players[if better { other } else { one }].score += 2,
                    _ => players[if better { one } else { other }].score += 2,
                }
            }
            if let Some(bye) = drawn.bye {
                players[bye].byes += 1;
                players[bye].score += 2;
            }
        }
        Played { players, again, blind }
    }

    /// Nobody meets anybody again while there is a pairing without that, and no more than have to.
    fn check_rematches(players: &[Player], drawn: &Drawn) {
        let met = |one: usize, other: usize| players[one].times_met(&players[other]) > 0;
        let again = drawn.pairs.iter().filter(|&&(one, other)| met(one, other)).count();
        let fresh = Graph::new(players.len(), |one, other| !met(one, other));
        let without = |bye: Option<usize>| {
            let left = (0..players.len()).filter(|&player| Some(player) != bye).collect();
            players.len() / 2 - Matching::new(&fresh, left).size()
        };
        assert_eq!(drawn.pairs.len(), players.len() / 2);
        assert_eq!(again, without(drawn.bye), "as few as there can be");
        if let Some(bye) = drawn.bye {
            let fewest = players.iter().map(|player| player.byes).min();
            // A better bye would have been in vain.
            let mut others =
                (0..players.len()).filter(|&other| again > 0 || Some(players[other].byes) == fewest);
            assert!(Some(players[bye].byes) == fewest || others.all(|other| without(Some(other)) > 0));
        }
    }

    fn floats(players: &[Player], drawn: &Drawn) -> Vec<(usize, Option<Float>)> {
        let of = |one: usize, other: usize| (one, Float::of(players[one].score, players[other].score));
        let paired = drawn.pairs.iter().flat_map(|&(one, other)| [of(one, other), of(other, one)]);
        paired.chain(drawn.bye.map(|bye| (bye, Some(Float::Down)))).collect()
    }

    fn add(again: &mut [u32; 2], players: &[Player], drawn: &Drawn) {
        for (at, float) in floats(players, drawn) {
            for (ago, again) in again.iter_mut().enumerate() {
                *again += u32::from(float.is_some() && players[at].floats[ago] == float);
            }
        }
    }

    #[test]
    fn floats_are_repeated_a_third_less_than_without_their_history() {
        let played: Vec<Played> =
            (0..20).map(|seed| play(9 + 10 * seed, 9.min(4 + 5 * seed), u64::from(seed))).collect();
        for ago in 0..2 {
            let [again, blind]: [u32; 2] = [|played: &Played| played.again, |played: &Played| played.blind]
                .map(|of| played.iter().map(|played| of(played)[ago]).sum());
            assert!(blind > 100 && 3 * again < 2 * blind, "{again} of {blind}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn all_rounds_there_can_be_are_paired(entrants in prop_oneof![3 => 2u32..16, 1 => 16u32..48], seed: u64) {
            let met = |played: &Played| played.players.iter().map(|player| player.met.values().sum::<u32>()).sum::<u32>();
            let played = play(entrants, entrants - 1, seed);
            prop_assert_eq!(met(&played), (entrants - 1) * (entrants - entrants % 2));
        }
    }
}
