//! Transitivity of results, and cycles in them.

use std::collections::{BTreeSet, VecDeque};

use crate::results::Player;
use crate::table::Table;

/// The extent to which results follow one order of strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transitivity {
    /// Number of triples of players in which every two met without ending level.
    pub triples: u64,
    /// Number of these triples in which each player beats the next: A > B > C > A.
    pub cyclic_triples: u64,
    /// A shortest cycle through each player that is in one, without duplicates: every player beats the next, the last
    /// beats the first. Each starts with its player of lowest index; short cycles come first, then by index.
    pub cycles: Vec<Vec<Player>>,
}

/// Finds cycles among players. A player beats another by taking more than half of their points.
pub fn transitivity(table: &Table) -> Transitivity {
    let beaten = BeatenPlayers::from_table(table);
    let (transitive, cyclic_triples) = beaten.triples();
    let cycles: BTreeSet<(usize, Vec<Player>)> = beaten
        .possibly_in_cycles()
        .into_iter()
        .filter_map(|player| beaten.shortest_cycle(player))
        .map(|cycle| (cycle.len(), cycle.into_iter().map(Player::from).collect()))
        .collect();
    Transitivity {
        triples: transitive + cyclic_triples,
        cyclic_triples,
        cycles: cycles.into_iter().map(|(_, cycle)| cycle).collect(),
    }
}

/// The players that each player beat, by index.
struct BeatenPlayers(Vec<Vec<usize>>);

#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Level,
    Beats,
    Loses,
}

impl BeatenPlayers {
    fn from_table(table: &Table) -> Self {
        let mut beaten = vec![Vec::new(); table.players()];
        for meeting in table.meetings() {
            let score = meeting.score();
            let (low, high) = (meeting.low.index(), meeting.high.index());
            match score.wins.cmp(&score.losses) {
                std::cmp::Ordering::Greater => beaten[low].push(high),
                std::cmp::Ordering::Less => beaten[high].push(low),
                std::cmp::Ordering::Equal => {}
            }
        }
        for list in &mut beaten {
            list.sort_unstable();
        }
        Self(beaten)
    }

    fn losers_to_winners(&self) -> Vec<Vec<usize>> {
        let mut winners = vec![Vec::new(); self.0.len()];
        for (player, beaten) in self.0.iter().enumerate() {
            for &other in beaten {
                winners[other].push(player);
            }
        }
        winners
    }

    /// Returns the number of transitive and of cyclic triples.
    fn triples(&self) -> (u64, u64) {
        let winners = self.losers_to_winners();
        let mut relation = vec![Relation::Level; self.0.len()];
        let (mut transitive, mut cyclic) = (0, 0);
        for (player, beaten) in self.0.iter().enumerate() {
            let mut mark = |list: &[usize], to: Relation| list.iter().for_each(|&other| relation[other] = to);
            mark(beaten, Relation::Beats);
            mark(&winners[player], Relation::Loses);
            for &second in beaten {
                for &third in &self.0[second] {
                    match relation[third] {
                        Relation::Beats => transitive += 1,
                        Relation::Loses => cyclic += 1,
                        Relation::Level => {}
                    }
                }
            }
            let mut mark = |list: &[usize]| list.iter().for_each(|&other| relation[other] = Relation::Level);
            mark(beaten);
            mark(&winners[player]);
        }
        // Each cyclic triple was counted at each of its players.
        (transitive, cyclic / 3)
    }

    /// Returns the players that remain after repeatedly removing those that beat no remaining player, or that no
    /// remaining player beats.
    fn possibly_in_cycles(&self) -> Vec<usize> {
        let winners = self.losers_to_winners();
        let mut left: Vec<bool> = vec![true; self.0.len()];
        for (forward, backward) in [(&self.0, &winners), (&winners, &self.0)] {
            let mut count: Vec<usize> =
                backward.iter().map(|list| list.iter().filter(|&&other| left[other]).count()).collect();
            let mut free: Vec<usize> =
                (0..left.len()).filter(|&player| left[player] && count[player] == 0).collect();
            while let Some(player) = free.pop() {
                left[player] = false;
                for &other in forward[player].iter().filter(|&&other| left[other]) {
                    count[other] -= 1;
                    if count[other] == 0 {
                        free.push(other);
                    }
                }
            }
        }
        (0..left.len()).filter(|&player| left[player]).collect()
    }

    /// Returns a shortest cycle through `start`, rotated to begin with its lowest index.
    fn shortest_cycle(&self, start: usize) -> Option<Vec<usize>> {
        let mut before = vec![None; self.0.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(player) = queue.pop_front() {
            if self.0[player].binary_search(&start).is_ok() {
                let mut cycle: Vec<usize> =
                    std::iter::successors(Some(player), |&at| if at == start { None } else { before[at] })
                        .collect();
                cycle.reverse();
                let lowest = (0..cycle.len()).min_by_key(|&at| cycle[at])?;
                cycle.rotate_left(lowest);
                return Some(cycle);
            }
            for &other in &self.0[player] {
                if other != start && before[other].is_none() {
                    before[other] = Some(player);
                    queue.push_back(other);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{MatchResult, Results, Score};

    /// Checks the cycles; `wins` are pairs of winner and loser.
    fn check(players: usize, wins: &[(usize, usize)], triples: u64, cyclic_triples: u64, cycles: &[&[u32]]) {
        let matches =
            wins.iter().map(|&(winner, loser)| MatchResult::new(winner, loser, Score::Win)).collect();
        let found = transitivity(&Table::all(&Results::new(players, matches).unwrap()));
        let cycles =
            cycles.iter().map(|cycle| cycle.iter().map(|&player| Player(player)).collect()).collect();
        assert_eq!(found, Transitivity { triples, cyclic_triples, cycles });
    }

    #[test]
    fn cycles_are_named() {
        check(0, &[], 0, 0, &[]);
        check(3, &[(0, 1), (1, 2), (0, 2)], 1, 0, &[]);
        check(3, &[(0, 1), (1, 2), (2, 0)], 1, 1, &[&[0, 1, 2]]);
        // A level meeting opens the cycle.
        check(3, &[(0, 1), (1, 2), (2, 0), (0, 2)], 0, 0, &[]);
        // Without chords a cycle of four is the shortest there is.
        check(5, &[(3, 1), (1, 4), (4, 2), (2, 3), (0, 1)], 0, 0, &[&[1, 4, 2, 3]]);
        // Two cycles; the bridge between them is in none.
        let two = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 4)];
        check(7, &two, 2, 2, &[&[0, 1, 2], &[4, 5, 6]]);
    }
}
