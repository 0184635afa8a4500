//! Who can be compared with whom: islands, one-sided groups, and whether the seat can be told from strength.

use std::collections::VecDeque;

use crate::table::Table;

/// What the pattern of meetings allows to be estimated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Connections {
    /// The island of each player: players linked by chains of matches share one. `None` without matches.
    ///
    /// Islands are numbered in the order of their players of lowest index.
    pub(crate) island: Vec<Option<usize>>,
    /// How many islands.
    pub(crate) islands: usize,
    /// Whether, for every way to split the players that met into two groups, each group scored against the other.
    ///
    /// # Source
    /// Ford, Solution of a ranking problem from binary comparisons (1957): without this, likelihood has no maximum.
    pub(crate) two_sided: bool,
    /// Whether the advantage of a seat can be told from strength: false if strengths exist that explain every
    /// seat, as when one player always had the first.
    pub(crate) seat: bool,
}

impl Connections {
    pub(crate) fn of(table: &Table) -> Self {
        let links = Links::of(table);
        let (island, islands) = links.islands();
        let played = island.iter().filter(|island| island.is_some()).count();
        let start = island.iter().position(Option::is_some);
        let two_sided = start.is_none_or(|start| {
            links.reached(start, |link| link.scored) == played
                && links.reached(start, |link| link.conceded) == played
        });
        Self { seat: links.seat_is_separate(), island, islands, two_sided }
    }
}

#[derive(Clone, Copy)]
struct Link {
    to: usize,
    /// Whether the player at this end took points from the other.
    scored: bool,
    /// Whether the other took points from the player at this end.
    conceded: bool,
    /// +1 if this end always had the first seat, -1 if never, `None` if both happened.
    lead: Option<i64>,
}

struct Links(Vec<Vec<Link>>);

impl Links {
    fn of(table: &Table) -> Self {
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
            links[low].push(Link { to: high, scored, conceded, lead });
            links[high].push(Link {
                to: low,
                scored: conceded,
                conceded: scored,
                lead: lead.map(|lead| -lead),
            });
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
            for player in self.walk(start, |_| true) {
                island[player] = Some(islands);
            }
            islands += 1;
        }
        (island, islands)
    }

    fn reached(&self, start: usize, passable: impl Fn(&Link) -> bool) -> usize {
        self.walk(start, passable).len()
    }

    /// Players that can be reached over passable links, `start` included.
    fn walk(&self, start: usize, passable: impl Fn(&Link) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.0.len()];
        seen[start] = true;
        let mut order = vec![start];
        let mut next = 0;
        while let Some(&player) = order.get(next) {
            next += 1;
            for link in self.0[player].iter().filter(|link| passable(link)) {
                if !seen[link.to] {
                    seen[link.to] = true;
                    order.push(link.to);
                }
            }
        }
        order
    }

    /// Looks for levels of strength, one apart along every meeting, that would explain every seat.
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
                    let Some(lead) = link.lead else { return true };
                    match level[link.to] {
                        None => {
                            level[link.to] = Some(own - lead);
                            queue.push_back((link.to, own - lead));
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

    /// Each match as `(first, second, score of the first)`.
    fn check(matches: &[(usize, usize, Score)], island: &[Option<usize>], two_sided: bool, seat: bool) {
        let matches =
            matches.iter().map(|&(first, second, score)| MatchResult::new(first, second, score)).collect();
        let table = Table::counted(&Results::new(island.len(), matches).unwrap());
        let islands = island.iter().flatten().max().map_or(0, |last| last + 1);
        let expected = Connections { island: island.to_vec(), islands, two_sided, seat };
        assert_eq!(Connections::of(&table), expected);
    }

    #[test]
    fn patterns_of_meetings() {
        use Score::{Draw, Loss, Win};
        check(&[], &[None, None], true, false);
        check(&[(0, 1, Win)], &[Some(0), Some(0)], false, false);
        check(&[(0, 1, Draw)], &[Some(0), Some(0)], true, false);
        check(&[(0, 1, Win), (0, 1, Loss)], &[Some(0), Some(0)], true, false);
        check(&[(0, 1, Win), (1, 0, Win)], &[Some(0), Some(0)], true, true);
        check(&[(0, 2, Draw), (1, 3, Draw)], &[Some(0), Some(1), Some(0), Some(1)], false, false);
        // A circle in which everybody has the first seat once: seat and strength are separate.
        check(&[(0, 1, Win), (1, 2, Win), (2, 0, Win)], &[Some(0), Some(0), Some(0)], true, true);
        // First seats go down a ladder: a step of strength explains each.
        check(&[(0, 1, Draw), (1, 2, Draw)], &[Some(0), Some(0), Some(0)], true, false);
        check(&[(0, 1, Draw), (1, 2, Draw), (0, 2, Draw)], &[Some(0), Some(0), Some(0)], true, true);
        // The first of three only wins.
        check(&[(0, 1, Win), (1, 2, Draw), (2, 0, Loss)], &[Some(0), Some(0), Some(0)], false, true);
    }
}
