//! A good start: matches most vertices that are unmatched by chance before the first search.

use super::{Weighted, Wide};

/// Number of times that duals are lowered together before searches take over.
const MOST: usize = 16;

/// The vertices that alternating paths of tight edges reach from the unmatched ones.
struct Reached {
    outer: Vec<bool>,
    inner: Vec<bool>,
}

impl<const N: usize> Weighted<N> {
    /// Lowers the duals of all vertices that need a mate at the same time, and matches pairs that become tight.
    ///
    /// Separate searches would shrink nearly all vertices to one blossom before finding the next unmatched vertex. If
    /// all vertices lack the same, such as many players that are due the same seat, they are nearest to each other.
    pub(super) fn lower_together(&mut self) {
        for _ in 0..MOST {
            let waiting: Vec<usize> =
                (0..self.size).filter(|&vertex| self.is_to_be_matched(vertex)).collect();
            let Some(reached) = self.reach_from(&waiting) else { return };
            let Some(by) = self.room(&reached).filter(|by| by.is_positive()) else { return };
            for vertex in 0..self.size {
                if reached.outer[vertex] {
                    self.dual[vertex] -= by;
                } else if reached.inner[vertex] {
                    self.dual[vertex] += by;
                }
            }
            for &vertex in &waiting {
                let is_free = |&other: &usize| {
                    other != vertex && self.mate[other].is_none() && self.is_tight(vertex, other)
                };
                if self.mate[vertex].is_none()
                    && let Some(other) = waiting.iter().copied().find(is_free)
                {
                    self.mate[vertex] = Some(other);
                    self.mate[other] = Some(vertex);
                }
            }
        }
    }

    fn is_tight(&self, one: usize, other: usize) -> bool {
        self.slack(one, other).is_some_and(Wide::is_zero)
    }

    /// Returns the reached vertices; `None` if a search succeeds at once, or fewer than two vertices are waiting.
    fn reach_from(&self, waiting: &[usize]) -> Option<Reached> {
        if waiting.len() < 2 {
            return None;
        }
        let mut reached = Reached { outer: vec![false; self.size], inner: vec![false; self.size] };
        for &vertex in waiting {
            reached.outer[vertex] = true;
        }
        let mut open = waiting.to_vec();
        while let Some(vertex) = open.pop() {
            for other in (0..self.size).filter(|&other| other != vertex) {
                if reached.inner[other] || !self.is_tight(vertex, other) {
                    continue;
                }
                if reached.outer[other] {
                    return None;
                }
                let mate = self.mate[other]?;
                reached.inner[other] = true;
                reached.outer[mate] = true;
                open.push(mate);
            }
        }
        Some(reached)
    }

    /// The maximum change of the duals of the reached vertices.
    fn room(&self, reached: &Reached) -> Option<Wide<N>> {
        let mut room: Option<Wide<N>> = None;
        let mut offer = |by: Wide<N>| room = Some(room.map_or(by, |least| least.min(by)));
        for vertex in (0..self.size).filter(|&vertex| reached.outer[vertex]) {
            if !self.required[vertex] {
                offer(self.dual[vertex]);
            }
            for other in (0..self.size).filter(|&other| other != vertex && !reached.inner[other]) {
                if let Some(slack) = self.slack(vertex, other) {
                    offer(if reached.outer[other] { slack.half() } else { slack });
                }
            }
        }
        room
    }
}
