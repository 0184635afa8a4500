//! The comparability of players: islands, groups that scored against one another, and the separation of seat from
//! strength.

use std::collections::{BTreeSet, VecDeque};

use crate::results::Player;
use crate::table::Table;

/// The parameters that the pattern of meetings allows to estimate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Connections {
    /// The island of each player: players linked by chains of matches share one. `None` without matches.
    ///
    /// Islands are numbered in the order of their players of lowest index.
    pub(crate) island: Vec<Option<usize>>,
    pub(crate) islands: usize,
    /// The group of each player: any two in a group scored against one another, directly or by a chain of players who
    /// each scored against the next. `None` without matches.
    ///
    /// Groups are numbered in the order of their players of lowest index.
    ///
    /// # Source
    /// Ford, Solution of a ranking problem from binary comparisons (1957): within such a group the likelihood has a
    /// maximum, across two of them it has none.
    pub(crate) group: Vec<Option<usize>>,
    pub(crate) groups: usize,
    /// `true` if the advantage of a seat can be distinguished from strength; `false` if some strengths explain every
    /// seat, for example if one player always had the first.
    pub(crate) seat: bool,
}

impl Connections {
    /// Returns the connections. Players in `given`, whose strengths are given, are comparable as if they had met and
    /// each had scored.
    pub(crate) fn new(table: &Table, given: &[Player]) -> Self {
        let links = OpponentLinks::new(table, given);
        let (island, islands) = links.islands();
        let (group, groups) = links.groups();
        Self { seat: links.seat_is_separate(), island, islands, group, groups }
    }

    /// Returns `true` for each player that scored against one of `players`, directly or by a chain, and for `players`
    /// themselves.
    pub(crate) fn above(table: &Table, given: &[Player], players: &[Player]) -> Vec<bool> {
        OpponentLinks::new(table, given).walk(players, |link| link.conceded)
    }

    /// Returns `true` for each player against which one of `players` scored, directly or by a chain, and for `players`
    /// themselves.
    pub(crate) fn below(table: &Table, given: &[Player], players: &[Player]) -> Vec<bool> {
        OpponentLinks::new(table, given).walk(players, |link| link.scored)
    }
}

/// Returns the players that the results place relative to one another: the largest group in which any two scored
/// against one another, directly or by a chain of players who each scored against the next. Equally large groups are
/// combined.
///
/// A player that lost or won every game against these is in no such group, and neither is a player that never met them.
pub fn placed_by_results(table: &Table) -> Vec<Player> {
    let Connections { group, groups, .. } = Connections::new(table, &[]);
    let mut sizes = vec![0_usize; groups];
    group.iter().flatten().for_each(|&group| sizes[group] += 1);
    let largest = sizes.iter().copied().max();
    let is_placed = |group: &Option<usize>| group.is_some_and(|group| Some(sizes[group]) == largest);
    (0..table.players()).filter(|&player| is_placed(&group[player])).map(Player::from).collect()
}

/// A link to an opponent. It takes 8 bytes, and there are two for each two players that met.
#[derive(Clone, Copy)]
struct OpponentLink {
    to: Player,
    /// `true` if the player at this end took points from the other.
    scored: bool,
    /// `true` if the other took points from the player at this end.
    conceded: bool,
    /// +1 if this end always had the first seat, -1 if never, 0 if both strengths are given, `None` if both happened.
    lead: Option<i8>,
}

struct OpponentLinks(Vec<Vec<OpponentLink>>);

impl OpponentLinks {
    fn new(table: &Table, given: &[Player]) -> Self {
        let mut links = vec![Vec::new(); table.players()];
        for meeting in table.meetings() {
            let (low, high) = (meeting.low.index(), meeting.high.index());
            let score = meeting.score();
            let scored = score.wins + score.draws > 0;
            let conceded = score.losses + score.draws > 0;
            let lead = match (meeting.low_first.games(), meeting.high_first.games()) {
                (_, 0) => Some(1),
                (0, _) => Some(-1),
                _ => None,
            };
            links[low].push(OpponentLink { to: meeting.high, scored, conceded, lead });
            links[high].push(OpponentLink {
                to: meeting.low,
                scored: conceded,
                conceded: scored,
                lead: lead.map(|lead| -lead),
            });
        }
        for pair in given.windows(2) {
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                links[from.index()].push(OpponentLink { to, scored: true, conceded: true, lead: Some(0) });
            }
        }
        Self(links)
    }

    fn islands(&self) -> (Vec<Option<usize>>, usize) {
        let mut island = vec![None; self.0.len()];
        let mut islands = 0;
        for start in 0..self.0.len() {
            if island[start].is_some() || self.0[start].is_empty() {
                continue;
            }
            for player in self.reached(start, |_| true, |player| island[player].is_none()) {
                island[player] = Some(islands);
            }
            islands += 1;
        }
        (island, islands)
    }

    /// Returns the strongly connected components of "scored against".
    ///
    /// # Source
    /// Sharir, A strong-connectivity algorithm (1981): against the arrows, in the reverse order in which a search along
    /// them leaves the players.
    fn groups(&self) -> (Vec<Option<usize>>, usize) {
        let mut root = vec![None; self.0.len()];
        for &start in self.order_of_leaving().iter().rev() {
            if root[start].is_some() {
                continue;
            }
            for player in self.reached(start, |link| link.conceded, |player| root[player].is_none()) {
                root[player] = Some(start);
            }
        }
        let mut number = vec![None; self.0.len()];
        let mut groups = 0;
        let mut group = vec![None; self.0.len()];
        for (player, root) in root.into_iter().enumerate().filter(|&(player, _)| !self.0[player].is_empty()) {
            group[player] = root.map(|root: usize| {
                *number[root].get_or_insert_with(|| {
                    groups += 1;
                    groups - 1
                })
            });
        }
        (group, groups)
    }

    /// Returns the players in the postorder of a depth-first search along "scored against".
    fn order_of_leaving(&self) -> Vec<usize> {
        let mut left = Vec::with_capacity(self.0.len());
        let mut seen = vec![false; self.0.len()];
        for start in 0..self.0.len() {
            let mut path = vec![(start, 0)];
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            while let Some((player, next)) = path.last_mut() {
                let Some(link) = self.0[*player].get(*next) else {
                    left.push(*player);
                    path.pop();
                    continue;
                };
                *next += 1;
                if link.scored && !std::mem::replace(&mut seen[link.to.index()], true) {
                    path.push((link.to.index(), 0));
                }
            }
        }
        left
    }

    /// Returns `true` for each player that passable links reach from one of `starts`.
    fn walk(&self, starts: &[Player], passable: impl Fn(&OpponentLink) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.0.len()];
        for start in starts {
            if !seen[start.index()] {
                for player in self.reached(start.index(), &passable, |player| !seen[player]) {
                    seen[player] = true;
                }
            }
        }
        seen
    }

    /// Returns the players reachable over passable links through players that are `open`, including `start`.
    fn reached(
        &self,
        start: usize,
        passable: impl Fn(&OpponentLink) -> bool,
        open: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut seen = BTreeSet::from([start]);
        let mut order = vec![start];
        let mut next = 0;
        while let Some(&player) = order.get(next) {
            next += 1;
            for link in self.0[player].iter().filter(|link| passable(link) && open(link.to.index())) {
                if seen.insert(link.to.index()) {
                    order.push(link.to.index());
                }
            }
        }
        order
    }

    /// Returns `true` unless levels of strength, one apart along every meeting, explain every seat.
    fn seat_is_separate(&self) -> bool {
        let mut level = vec![None; self.0.len()];
        for start in 0..self.0.len() {
            if level[start].is_some() {
                continue;
            }
            level[start] = Some(0);
            let mut queue = VecDeque::from([(start, 0)]);
            while let Some((player, own)) = queue.pop_front() {
                for link in &self.0[player] {
                    let Some(lead) = link.lead.map(i64::from) else { return true };
                    match level[link.to.index()] {
                        None => {
                            level[link.to.index()] = Some(own - lead);
                            queue.push_back((link.to.index(), own - lead));
                        }
                        Some(other) if other != own - lead => return true,
                        Some(_) => {}
                    }
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{MatchResult, Results, Score};

    /// Checks the connections of matches given as `(first, second, score of the first)`.
    fn check(
        matches: &[(usize, usize, Score)],
        island: &[Option<usize>],
        group: &[Option<usize>],
        seat: bool,
    ) {
        let matches =
            matches.iter().map(|&(first, second, score)| MatchResult::new(first, second, score)).collect();
        let table = Table::counted(&Results::new(island.len(), matches).unwrap());
        let count = |numbers: &[Option<usize>]| numbers.iter().flatten().max().map_or(0, |last| last + 1);
        let (islands, groups) = (count(island), count(group));
        let expected = Connections { island: island.to_vec(), islands, group: group.to_vec(), groups, seat };
        assert_eq!(Connections::new(&table, &[]), expected);
    }

    #[test]
    fn patterns_of_meetings() {
        use Score::{Draw, Loss, Win};
        let one = [Some(0); 3];
        check(&[], &[None, None], &[None, None], false);
        check(&[(0, 1, Win)], &one[..2], &[Some(0), Some(1)], false);
        check(&[(0, 1, Draw)], &one[..2], &one[..2], false);
        check(&[(0, 1, Win), (0, 1, Loss)], &one[..2], &one[..2], false);
        check(&[(0, 1, Win), (1, 0, Win)], &one[..2], &one[..2], true);
        let two = [Some(0), Some(1), Some(0), Some(1)];
        check(&[(0, 2, Draw), (1, 3, Draw)], &two, &two, false);
        // A circle in which every player has the first seat once: seat and strength are separate.
        check(&[(0, 1, Win), (1, 2, Win), (2, 0, Win)], &one, &one, true);
        // First seats go down a ladder: a step of strength explains each.
        check(&[(0, 1, Draw), (1, 2, Draw)], &one, &one, false);
        check(&[(0, 1, Draw), (1, 2, Draw), (0, 2, Draw)], &one, &one, true);
        // The first of three only wins.
        check(&[(0, 1, Win), (1, 2, Draw), (2, 0, Loss)], &one, &[Some(0), Some(1), Some(1)], true);
    }

    #[test]
    fn chains_lead_up_and_down() {
        use Score::{Draw, Win};
        let games = [(0, 1, Win), (1, 2, Draw), (2, 3, Win), (4, 3, Win)];
        let matches = games.iter().map(|&(first, second, score)| MatchResult::new(first, second, score));
        let table = Table::counted(&Results::new(5, matches.collect()).unwrap());
        let of = [Player(1)];
        assert_eq!(Connections::above(&table, &[], &of), [true, true, true, false, false]);
        assert_eq!(Connections::below(&table, &[], &of), [false, true, true, true, false]);
        // Given strengths link players that never met, and players that never scored.
        let group = Connections::new(&table, &[Player(0), Player(3)]).group;
        assert_eq!(group, [Some(0), Some(0), Some(0), Some(0), Some(1)]);
    }
}
