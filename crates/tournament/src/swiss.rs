//! Rounds in which equals meet.

use std::collections::BTreeMap;

use crate::matching::{Graph, Matching};
use crate::tallies::{Counting, Tallies};
use crate::{
    Bye, EntrantId, Field, FormatError, MeetingRule, Pairing, Past, Round, Schedule, Scoring, StageSeed,
};

/// A Swiss: in each round those meet who have as many points as each other, and nobody meets anybody twice.
///
/// The rules of a round's pairing, each before those that follow:
///
/// 1. With an odd number, one has a bye: the lowest-placed of those who had the fewest.
/// 2. Nobody meets anybody again while there is a pairing of the round without that. (Where there is none with
///    a bye by rule 1, the next better bye is taken; where there is none at all, as few meet again as possible.)
/// 3. With an odd number of games in a pairing, nobody gets into a seat for the third time more than into the
///    other while there is a pairing without that.
/// 4. Score groups from the top down: as many pairs as possible within each group and those who came down
///    to it. Who is left over goes down to the next group; the higher-placed are paired first.
/// 5. Those who came down meet the best of the group; else the upper half meets the lower half in order (1 meets
///    6 of 10), or who is nearest to that; first of all those who are not due the same seat.
///
/// Placed by points, then by seed. Rule 2 is held by a greatest matching of all who are left, checked before a
/// pair is made.
///
/// # Source
/// FIDE Handbook C.04.3 (Dutch system): its absolute criteria C1 to C3 are rules 1 to 3; rules 4 and 5 follow
/// its score brackets, S1 and S2, without its exchanges, and without counting who floated before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// Number of rounds; at most one less than there are entrants.
    pub rounds: u32,
    /// Games of each pairing, seats swapped after every one.
    pub games: u16,
    /// What it scores to have no opponent.
    pub bye: Bye,
}

impl Swiss {
    pub(crate) fn schedule(
        self,
        field: &Field,
        scoring: &Scoring,
        seed: StageSeed,
    ) -> Result<SwissSchedule, FormatError> {
        let entrants = field.everybody().len();
        FormatError::check_entrants(entrants, 2)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("rounds", self.rounds)?;
        let most = entrants as u64 - 1;
        if u64::from(self.rounds) > most {
            return Err(FormatError::TooLarge {
                name: "rounds",
                value: u64::from(self.rounds),
                entrants,
                most,
            });
        }
        Ok(SwissSchedule { plan: self, field: field.clone(), scoring: *scoring, seed })
    }
}

#[derive(Debug)]
pub(crate) struct SwissSchedule {
    plan: Swiss,
    field: Field,
    scoring: Scoring,
    seed: StageSeed,
}

impl Schedule for SwissSchedule {
    fn is_fixed(&self) -> bool {
        false
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.plan.games)
    }

    fn most_rounds(&self) -> u32 {
        self.plan.rounds
    }

    fn most_pairings(&self) -> u64 {
        self.field.everybody().len() as u64 / 2 * u64::from(self.plan.rounds)
    }

    fn bye(&self) -> Bye {
        self.plan.bye
    }

    fn games_left(&self, complete: u32) -> Option<u32> {
        Some(self.plan.rounds.saturating_sub(complete).saturating_mul(u32::from(self.plan.games)))
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        Some(complete)
    }

    fn round(&mut self, number: u32, past: &Past) -> Option<Round> {
        if number >= self.plan.rounds {
            return None;
        }
        let players = self.players(number, past);
        let drawn = pair(&players);
        let mut round = Round::default();
        round.byes.extend(drawn.bye.map(|player| players[player].entrant));
        for (index, (one, other)) in (0..).zip(drawn.pairs) {
            let (one, other) = (&players[one], &players[other]);
            let [first, second] = if one.sits_first(other, || self.seed.coin(number, index)) {
                [one.entrant, other.entrant]
            } else {
                [other.entrant, one.entrant]
            };
            round.pairings.push(Pairing { first, second, turn: number });
        }
        Some(round)
    }
}

impl SwissSchedule {
    /// Everybody who is to be paired, the first-placed first.
    fn players(&self, number: u32, past: &Past) -> Vec<Player> {
        let mut tallies = Tallies::new(&self.field, 0);
        tallies.catch_up(past, past.rounds().len(), &Counting::new(&self.field, &self.scoring, self));
        let stays = |entrant: &EntrantId| !past.is_out(*entrant, number);
        let mut players: BTreeMap<EntrantId, Player> = BTreeMap::new();
        for entrant in self.field.everybody().into_iter().filter(stays) {
            players.insert(entrant, Player::new(entrant, tallies.of(entrant).points.thousandths()));
        }
        let seats_matter = self.plan.games % 2 == 1;
        for played in past.rounds() {
            for pairing in &played.round.pairings {
                for (one, other, step) in
                    [(pairing.first, pairing.second, 1), (pairing.second, pairing.first, -1)]
                {
                    let Some(player) = players.get_mut(&one) else { continue };
                    *player.met.entry(other).or_default() += 1;
                    if seats_matter {
                        player.balance += step;
                        player.last = step;
                    }
                }
            }
            for bye in &played.round.byes {
                if let Some(player) = players.get_mut(bye) {
                    player.byes += 1;
                }
            }
        }
        let in_seed_order = self.field.everybody().into_iter();
        let mut order: Vec<Player> = in_seed_order.filter_map(|entrant| players.remove(&entrant)).collect();
        order.sort_by_key(|player| std::cmp::Reverse(player.score));
        order
    }
}

/// Somebody to be paired.
#[derive(Clone, Debug)]
struct Player {
    entrant: EntrantId,
    /// Thousandths of a point.
    score: i64,
    /// How often it has met whom.
    met: BTreeMap<EntrantId, u32>,
    byes: u32,
    /// How many more pairings it began in the first seat than in the second.
    balance: i32,
    /// The seat it began in last: 1 for the first, -1 for the second, 0 before the first round.
    last: i32,
}

impl Player {
    fn new(entrant: EntrantId, score: i64) -> Player {
        Player { entrant, score, met: BTreeMap::new(), byes: 0, balance: 0, last: 0 }
    }

    fn times_met(&self, other: &Player) -> u32 {
        self.met.get(&other.entrant).copied().unwrap_or(0)
    }

    /// One of the two would sit in the same seat three times more than in the other.
    fn cannot_share_seats(&self, other: &Player) -> bool {
        (self.balance >= 2 && other.balance >= 2) || (self.balance <= -2 && other.balance <= -2)
    }

    fn is_due_same_seat(&self, other: &Player) -> bool {
        self.balance.signum() * other.balance.signum() == 1
    }

    fn sits_first(&self, other: &Player, coin: impl FnOnce() -> bool) -> bool {
        match (self.balance, self.last).cmp(&(other.balance, other.last)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => coin(),
        }
    }
}

/// A round by the indices of its players.
struct Drawn {
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

fn pair(players: &[Player]) -> Drawn {
    let fresh = Graph::new(players.len(), |one, other| players[one].times_met(&players[other]) == 0);
    let balanced = Graph::new(players.len(), |one, other| {
        fresh.allows(one, other) && !players[one].cannot_share_seats(&players[other])
    });
    let (whole, graph, bye) = begin(players, &fresh, &balanced);
    let mut round = Pairer { players, graph, whole, pairs: Vec::new() };
    let waiting: Vec<usize> = (0..players.len()).filter(|&player| Some(player) != bye).collect();
    let mut down = Vec::new();
    for group in waiting.chunk_by(|&one, &other| players[one].score == players[other].score) {
        let bracket = down.into_iter().chain(group.iter().copied()).collect();
        down = round.pair_bracket(bracket);
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
    let mut candidates: Vec<usize> = (0..players.len()).rev().collect();
    candidates.sort_by_key(|&player| players[player].byes);
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
    fn pair_bracket(&mut self, bracket: Vec<usize>) -> Vec<usize> {
        let mut inner = Matching::new(self.graph, bracket.clone());
        let group_score = bracket.last().map_or(0, |&player| self.players[player].score);
        let mut left = bracket;
        let mut down = Vec::new();
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
        order.sort_by_key(|&other| {
            let came_down = Some(self.players[other].score) != group_score;
            (self.players[player].is_due_same_seat(&self.players[other]), came_down)
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
